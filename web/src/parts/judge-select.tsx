// The choice of who judges on the whole page: the server's own, or the model of a training run.
import { useContext, useEffect, useState } from "preact/hooks";
import { runs as askForRuns } from "../api/training.ts";
import { JudgeContext } from "./judges.tsx";
import { Select } from "./select.tsx";

/** Shown where there is a choice; asks for the runs whenever its tab comes to the front. */
export function JudgeSelect({ active }: { readonly active: boolean }) {
  const { run, choose } = useContext(JudgeContext);
  const [runs, setRuns] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    askForRuns(controller.signal).then(
      (list) => setRuns(list.filter((run) => run.has_model).map((run) => run.id)),
      () => setRuns([]), // a server may have no runs
    );
    return () => controller.abort();
  }, [active]);
  const names = run === null || runs.includes(run) ? runs : [run, ...runs];
  if (names.length === 0) return null;
  const options = [
    { value: "", label: "Server’s own" },
    ...names.map((name) => ({ value: name, label: name, group: "Training runs" })),
  ];
  return (
    <Select
      label="Model"
      value={run ?? ""}
      options={options}
      onChange={(value) => choose(value === "" ? null : value)}
    />
  );
}
