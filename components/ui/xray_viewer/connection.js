// The connection to the server, which may be lost and come back.

// Call back whenever the page has its server again; answers a function that ends this. Streamlit says so only in an
// attribute: without it, the server would hear of what was done meanwhile with the next thing that is done.
function whenBack(callback) {
  const app = document.querySelector("[data-test-connection-state]");
  if (!app) return () => {};
  const watch = new MutationObserver(() => app.dataset.testConnectionState === "CONNECTED" && callback());
  watch.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => watch.disconnect();
}
