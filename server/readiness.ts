/** Whether the account API says that it is ready. One that answers but has no /readyz counts as ready. */
export const isReachable = async (apiUrl: string, { timeoutMs = 2000 } = {}): Promise<boolean> => {
  try {
    const response = await fetch(`${apiUrl}/readyz`, { signal: AbortSignal.timeout(timeoutMs) })
    await response.arrayBuffer()
    return response.status < 500
  } catch {
    return false
  }
}
