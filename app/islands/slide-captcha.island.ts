import { submitWith } from './submit-with'

/** The piece follows the pointer; where it is let go over the scene, its middle is the answer, in the scene's own pixels. */
export const start = (element: HTMLElement): void => {
  const piece = element as HTMLImageElement
  const form = piece.closest('form')
  const scene = form?.querySelector<HTMLElement>('[data-captcha]')
  if (!form || !scene) return
  let from: PointerEvent | undefined
  const moveTo = (x: number, y: number) => {
    piece.style.transform = `translate(${x}px,${y}px)`
  }
  const putBack = () => {
    from = undefined
    moveTo(0, 0)
  }
  form.querySelector('#task')?.append(` ${piece.dataset.hint}`)
  piece.draggable = false
  piece.style.touchAction = 'none'
  piece.style.cursor = 'grab'
  piece.onpointerdown = (event) => {
    if (!event.isPrimary || event.button) return
    from = event
    piece.setPointerCapture(event.pointerId)
  }
  piece.onpointermove = (event) => {
    if (from && event.isPrimary) moveTo(event.clientX - from.clientX, event.clientY - from.clientY)
  }
  piece.onpointercancel = putBack
  piece.onpointerup = (event) => {
    if (!from || !event.isPrimary) return
    from = undefined
    const [of, within] = [piece.getBoundingClientRect(), scene.getBoundingClientRect()]
    // However large the scene is shown, an answer is in its own pixels.
    const scale = Number(scene.getAttribute('width')) / within.width
    const x = of.left + of.width / 2 - within.left
    const y = of.top + of.height / 2 - within.top
    if (x < 0 || y < 0 || x >= within.width || y >= within.height) return putBack()
    submitWith(form, { 'answer.x': Math.round(x * scale), 'answer.y': Math.round(y * scale) })
  }
}
