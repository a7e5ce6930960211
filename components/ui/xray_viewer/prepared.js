// Cases sent ahead by the server, kept in a bounded map that the viewer draws from at once.

const MAX_PREPARED = 12;
const prepared = (globalThis.xrayPrepared ??= new Map());

function remember(entry) {
  prepared.delete(entry.stamp);
  prepared.set(entry.stamp, entry);
  if (prepared.size > MAX_PREPARED) prepared.delete(prepared.keys().next().value);
}

// The case as sent ahead with the same sources as another one, or undefined.
function findPrepared(caseId, like) {
  return prepared.get(like.stamp.replace(` ${like.caseId} `, ` ${caseId} `));
}
