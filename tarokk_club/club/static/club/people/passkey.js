// Offer passkeys where the browser supports them, and show a failure of allauth's script in words.
if (window.PublicKeyCredential) {
  document.querySelectorAll("[data-passkey]").forEach((section) => {
    section.hidden = false;
  });
}
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.querySelectorAll("[data-passkey-fault]").forEach((message) => {
    message.hidden = false;
  });
});
