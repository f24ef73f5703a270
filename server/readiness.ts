/** Whether the account API answers, and answers that it is ready. An upstream that has no such address counts as ready. */
export const isReachable = async (apiUrl: string, { timeoutMs = 2000 } = {}): Promise<boolean> => {
  try {
    const response = await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}
