/** The first wait, its growth and its end, in milliseconds. */
const waits = { first: 2000, growth: 1.2, longest: 10_000 }

/** So many failures in a row, and the page loads itself instead, as it does without script. */
const mostFailures = 3

/**
 * Asks for the state of the QR code of the page. It sends the form once the code is confirmed, which leads to what the person
 * is asked then, and shows every other change. It asks less and less often, and not while nobody sees the page.
 */
export const start = (element: HTMLElement): void => {
  const form = element.closest('form')
  const shown = element.dataset.status
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = waits.first
  let failures = 0

  const show = () => location.replace(location.pathname)

  const ask = async () => {
    try {
      const answer = await fetch(`${location.pathname}/status`)
      const { status } = (await answer.json()) as { status: string }
      if (status === 'confirmed' && form) return form.submit()
      if (status !== shown) return show()
      failures = 0
    } catch {
      failures += 1
      if (failures >= mostFailures) return show()
    }
    wait = Math.min(wait * waits.growth, waits.longest)
    later()
  }

  const later = () => {
    clearTimeout(timer)
    if (!document.hidden) timer = setTimeout(ask, wait)
  }

  document.addEventListener('visibilitychange', () => {
    wait = waits.first
    later()
  })
  later()
}
