// Beside the scripts of the accounts library: what a browser cannot do is not offered, and a
// passkey that did not come is said in words.
if (window.PublicKeyCredential) {
  document.querySelectorAll("[data-passkey]").forEach((part) => {
    part.hidden = false;
  });
}
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelectorAll("[data-passkey-fault]").forEach((line) => {
    line.hidden = false;
  });
});
