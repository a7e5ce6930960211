// An empty component at the end of the page: takes the cases that may be asked for next.

export default function ({ data }) {
  for (const entry of data.entries) remember(entry);
}
