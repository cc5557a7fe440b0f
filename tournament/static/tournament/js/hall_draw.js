/* The draw in the hall: the numbers to write down first, then the tables as cards, laid out as the seating by table. */
(() => {
  "use strict";

  const {hall} = window;
  const tables = hall.layout;

  hall.layout = () => {
    const numbers = document.querySelector(".hall-draw");
    const drawn = document.querySelector(".hall-drawn");
    if (!drawn) return {count: numbers ? 1 : 0, show: () => {}, labels: []};
    numbers.hidden = true; /* the cards are measured where they will stand */
    drawn.hidden = false;
    const book = tables();
    return {
      count: book.count + 1,
      labels: ["", ...book.labels],
      show(n) {
        numbers.hidden = n > 0;
        drawn.hidden = n === 0;
        if (n) book.show(n - 1);
      },
    };
  };
  document.dispatchEvent(new CustomEvent("hall:resized"));
})();
