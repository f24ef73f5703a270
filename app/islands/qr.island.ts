/** The first wait, its growth and its maximum, in milliseconds. */
const waits = { first: 2000, growth: 1.2, longest: 10_000 }

/** After this many failures in a row the page reloads itself, as it does without script. */
const mostFailures = 3

/**
 * Polls the state of the page's QR code. When the code is confirmed, it sends the form, which leads to the next
 * question, and it shows every other change. It polls less and less often, and not while the page is hidden.
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
