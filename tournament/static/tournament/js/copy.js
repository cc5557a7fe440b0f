/* Buttons that copy a text or a table. Over plain http browsers have no clipboard for pages, but they copy what is
   selected; where even that is refused it stays selected for the keyboard. */
document.querySelectorAll("[data-copy]").forEach((button) => {
  const source = document.getElementById(button.dataset.copy);
  const status = button.parentElement.querySelector("[role=status]");
  button.hidden = false;
  button.addEventListener("click", () => {
    if (source.select) source.select();
    else getSelection().selectAllChildren(source);
    status.textContent = document.execCommand("copy") ? status.dataset.copied : status.dataset.selected;
  });
});
