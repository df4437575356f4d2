// Shows on every tab that the model of a training run is the engine, or why it no longer is.
import { useContext } from "preact/hooks";
import { nameOfSize } from "../game/size.ts";
import { Icon } from "./icon.tsx";
import { EngineContext, useEngineSizes } from "./engines.tsx";

export function EngineBanner() {
  const { run, choose, lost, forgetLost } = useContext(EngineContext);
  const sizes = useEngineSizes().map(nameOfSize).join(", ");
  if (lost !== null)
    return (
      <div class="banner" data-tone="wrong" role="alert">
        <p>The selected run is no longer available: {lost} The server’s engines are used instead.</p>
        <button type="button" class="icon-button" aria-label="Close this message" onClick={forgetLost}>
          <Icon name="close" />
        </button>
      </div>
    );
  if (run === null) return null;
  return (
    <aside class="banner" aria-label="Engine">
      <p>
        Engine: the model of run <strong>{run}</strong>
        {sizes !== "" && ` for ${sizes}`}
      </p>
      <button type="button" class="button" onClick={() => choose(null)}>
        Use the server’s engines
      </button>
    </aside>
  );
}
