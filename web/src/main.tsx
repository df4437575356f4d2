// Renders the page into the element with the id app in index.html.
import "./theme.css";
import "./layout.css";
import "./controls.css";
import { render } from "preact";
import { App } from "./app.tsx";

const place = document.getElementById("app");
if (place === null) throw new Error("index.html has no element with the id app");
place.textContent = "";
render(<App />, place);
