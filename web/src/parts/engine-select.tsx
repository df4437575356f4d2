// Select for the engine of the whole page: those of the server, or the model of a training run.
import { useContext, useEffect, useState } from "preact/hooks";
import { runs as fetchRuns } from "../api/training.ts";
import { EngineContext } from "./engines.tsx";
import { Select } from "./select.tsx";

/** Shown if there is a choice; loads the list of runs whenever its tab is opened. */
export function EngineSelect({ active }: { readonly active: boolean }) {
  const { run, choose } = useContext(EngineContext);
  const [runs, setRuns] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    fetchRuns(controller.signal).then(
      (list) => setRuns(list.filter((run) => run.has_model).map((run) => run.id)),
      () => setRuns([]), // the server may have no runs
    );
    return () => controller.abort();
  }, [active]);
  const names = run === null || runs.includes(run) ? runs : [run, ...runs];
  if (names.length === 0) return null;
  const options = [
    { value: "", label: "Server default" },
    ...names.map((name) => ({ value: name, label: name, group: "Training runs" })),
  ];
  return (
    <Select
      label="Engine"
      value={run ?? ""}
      options={options}
      onChange={(value) => choose(value === "" ? null : value)}
    />
  );
}
