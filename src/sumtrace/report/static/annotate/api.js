// Requests to the server. The token stands in the link's fragment, which browsers never send by themselves.

const parameters = new URLSearchParams(location.hash.slice(1));
const token = parameters.get("token") ?? sessionStorage.getItem("token") ?? "";
sessionStorage.setItem("token", token);

export const startingPair = parameters.get("pair");

// Another link typed into the same window is another desk: start afresh.
addEventListener("hashchange", () => location.reload());

export function rememberPair(id) {
  const fragment = new URLSearchParams({ token, pair: id });
  history.replaceState(null, "", `#${fragment}`);
}

// Thrown when no answer came at all.
export class Offline extends Error {}

// Thrown when the answer was a refusal.
export class Refused extends Error {
  constructor(status, body) {
    super(body.problem ?? `the server answered ${status}`);
    this.status = status;
    this.body = body;
  }
}

async function request(path, options) {
  let response, body;
  try {
    response = await fetch(`/api/${path}`, {
      ...options,
      headers: { authorization: `Bearer ${token}`, ...(options.body ? { "content-type": "application/json" } : {}) },
      signal: AbortSignal.timeout(options.patience ?? 15_000),
    });
    body = await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused(response.status, {});
    throw new Offline("the server is not responding");
  }
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}

export const get = (path, patience) => request(path, { method: "GET", patience });
export const post = (path, body, keepalive = false) =>
  request(path, { method: "POST", body: JSON.stringify(body), keepalive });
