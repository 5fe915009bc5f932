/** Whether an earlier page has left a conversation that may go on here. */
export function isConversationKept(): boolean {
  try {
    return [sessionStorage, localStorage].some((storage) =>
      Object.keys(storage).some((key) => key.startsWith('headless-agent.session')),
    );
  } catch {
    return false;
  }
}
