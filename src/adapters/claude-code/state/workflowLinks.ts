/** Ties the runs of workflows to the calls that started them. */
export class WorkflowLinks {
  private readonly calls: { callId: string; said: string }[] = [];
  private readonly tasks = new Map<string, string>();

  /** Notes a call of the tool `Workflow`, with everything its result says. */
  noteCall(callId: string, said: string): void {
    this.calls.push({ callId, said });
  }

  /** Notes the task that a run was. */
  noteTask(workflow: string, taskId: string): void {
    this.tasks.set(workflow, taskId);
  }

  /** The call whose result names the run, or the run's task. */
  callOf(workflow: string): string | undefined {
    const taskId = this.tasks.get(workflow);
    return this.calls.find(({ said }) => said.includes(workflow) || (taskId !== undefined && said.includes(taskId)))
      ?.callId;
  }
}
