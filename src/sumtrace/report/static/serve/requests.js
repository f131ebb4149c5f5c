// Requests to the server. The link's token is traded for a cookie once, and taken out of the address.

/** Thrown when the answer was a refusal; `again` is after how many seconds to ask again, where that helps. */
export class Refused extends Error {
  constructor(response, body) {
    super(body.problem ?? `The server answered ${response.status}.`);
    this.again = Number(response.headers.get("retry-after")) || null;
  }
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, { ...options, credentials: "same-origin" });
  } catch {
    throw new Error("The server is not responding. Is it still running?");
  }
  if (!response.ok) throw new Refused(response, await response.json().catch(() => ({})));
  return response;
}

/** Begin a session; returns the example texts. */
export async function begin() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await request("/page/session", { headers });
  history.replaceState(null, "", location.pathname);
  return (await response.json()).examples;
}

const post = (path, texts) =>
  request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(texts) });

export const live = async (texts) => (await post("/page/live", texts)).json();
export const sharedPage = async (texts) => (await post("/page/share", texts)).blob();
