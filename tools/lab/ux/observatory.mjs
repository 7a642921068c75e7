// Scores addresses with the MDN Observatory's own tests and grades. Its scan() requests only the
// root of a host as a new visitor, so this uses its retrieve(), which takes a port and a path, and
// then grades the response as scan() does. The cookie jar of each visit holds the cookies of the
// visitor with all their flags, like that of a browser.
import { pathToFileURL } from "node:url";
import { createInterface } from "node:readline";

const [home, port] = process.argv.slice(2);
const load = (file) => import(pathToFileURL(`${home}/src/${file}`).href);
const { retrieve } = await load("retriever/retriever.js");
const { Session } = await load("retriever/session.js");
const { ALL_TESTS } = await load("constants.js");
const { MINIMUM_SCORE_FOR_EXTRA_CREDIT } = await load("grader/charts.js");
const { getGradeForScore, getScoreModifier } = await load("grader/grader.js");

let cookieLines = [];
const { init } = Session.prototype;
Session.prototype.init = function () {
  for (const line of cookieLines) this.jar.setCookieSync(line, `https://localhost:${port}/`);
  return init.call(this);
};

async function score({ path, cookies }) {
  cookieLines = cookies;
  // The site has no port for plain http; port 1 refuses at once.
  const visit = await retrieve("localhost", { httpPort: 1, httpsPort: port, path });
  if (!visit.responses.auto) return { path, status: 0, score: 0, grade: "F", marks: {} };
  const marks = {};
  let credit = 100,
    strict = 100;
  for (const test of ALL_TESTS) {
    const { result } = test(visit);
    const points = getScoreModifier(result);
    marks[result] = points;
    credit += points;
    strict += Math.min(points, 0);
  }
  const final = getGradeForScore(strict >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? credit : strict);
  const at = visit.session.redirectHistory.at(-1).url;
  const kind = (visit.responses.auto.headers["content-type"] ?? "").split(";")[0];
  return { path, status: visit.responses.auto.status, kind, at: at.pathname, marks, ...final };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await score(JSON.parse(line))));
}
