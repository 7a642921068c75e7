// Without a network, put the fields of a form into the offline page, which sends them again.
import { matchOfflinePage } from "./responses.js";

const quote = (text) => `"${text.replace(/[&"]/g, (one) => `&#${one.charCodeAt()};`)}"`;

// copy: the form's request, copied before it was sent, as sending uses it up.
export async function offerResend(copy) {
  const page = await matchOfflinePage();
  // A page must not contain a password; a file is chosen again.
  const fields = [...(await copy.formData())].filter(([, value]) => typeof value === "string");
  if (fields.some(([name]) => name.includes("password"))) return page;
  const inputs = fields.map(
    ([name, value]) => `<input type="hidden" name=${quote(name)} value=${quote(value)}>`,
  );
  const form = `<form method="post" action=${quote(copy.url)}>${inputs.join("")}<p>`;
  return new Response(
    (await page.text()).replace("<p hidden>", () => form),
    page,
  );
}
