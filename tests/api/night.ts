// A night by a generated TypeScript client: enter, correct with a reason, read balances.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

const { SITE = "", CLUB = "", KEY = "", DOCUMENT = "", HAND = "" } = process.env;
const client = createClient<paths>({
  baseUrl: SITE,
  headers: { Authorization: `Bearer ${KEY}` },
});
const key = () => ({ "Idempotency-Key": crypto.randomUUID() });

function good<T>(answer: { data?: T; error?: components["schemas"]["Problem"] }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? "no answer");
  return answer.data;
}

const taken = good(
  await client.POST("/api/v1/clubs/{slug}/sessions", {
    params: { path: { slug: CLUB }, header: key() },
    body: JSON.parse(DOCUMENT) as components["schemas"]["Document"],
  }),
);
const session_id = taken.session;
if (!session_id) throw new Error("no session");
const hand = JSON.parse(HAND) as components["schemas"]["Record"] & Record<string, unknown>;
const entered = await client.POST("/api/v1/clubs/{slug}/sessions/{session_id}/hands", {
  params: { path: { slug: CLUB, session_id }, header: key() },
  body: hand,
});
const entry_id = good(entered).entry;
if (!entry_id) throw new Error("no entry");
const corrected = good(
  await client.PUT("/api/v1/clubs/{slug}/sessions/{session_id}/hands/{entry_id}", {
    params: {
      path: { slug: CLUB, session_id, entry_id },
      query: { reason: "misread" },
      header: { ...key(), "If-Match": entered.response.headers.get("ETag") ?? "" },
    },
    body: { ...hand, result: "lost" },
  }),
);
const balances = good(
  await client.GET("/api/v1/clubs/{slug}/balances", { params: { path: { slug: CLUB } } }),
);
const [first] = balances.items;
console.log(JSON.stringify({ totals: corrected.totals, currency: first?.currency, balances }));
