// Line icons on a 24 x 24 grid, in the colour of the text.

const shapes = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  stop: "M7 7h10v10H7z",
  hand: "M8 13V6a1.5 1.5 0 0 1 3 0v5V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v8a6.5 6.5 0 0 1-6.5 7c-2.5 0-4-1-5.5-3.5l-2.3-3.7a1.4 1.4 0 0 1 2.3-1.6L8 15",
  again: "M20 11a8 8 0 1 0-2.3 6M20 5v6h-6",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  open: "M12 16V5M7 9l5-5 5 5M5 20h14",
  analyse: "M4 19h16M5 15l4-5 4 3 6-8",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  first: "M18 6l-6 6 6 6M7 6v12",
  back: "M15 6l-6 6 6 6",
  forward: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 6v12",
  up: "M12 19V5M6 11l6-6 6 6",
  right: "M5 12h14M13 6l6 6-6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  left: "M19 12H5M11 6l-6 6 6 6",
  expand: "M7 10l5 5 5-5",
  done: "M5 13l5 5L20 7",
  close: "M6 6l12 12M18 6L6 18",
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
