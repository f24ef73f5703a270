import { submitWith } from './submit-with'

/** Makes the piece draggable. Dropped on the scene, its centre is the answer, in the pixels of the picture. */
export const start = (element: HTMLElement): void => {
  const piece = element as HTMLImageElement
  const form = piece.closest('form')
  const scene = form?.querySelector<HTMLElement>('[data-captcha]')
  if (!form || !scene) return
  let grabbed: PointerEvent | undefined
  const moveTo = (x: number, y: number) => {
    piece.style.transform = `translate(${x}px,${y}px)`
  }
  const putBack = () => {
    grabbed = undefined
    moveTo(0, 0)
  }
  const hint = form.querySelector('#drag')
  if (hint) hint.textContent = piece.dataset.hint ?? ''
  piece.draggable = false
  piece.style.touchAction = 'none'
  piece.style.cursor = 'grab'
  piece.onpointerdown = (event) => {
    if (!event.isPrimary || event.button) return
    grabbed = event
    piece.setPointerCapture(event.pointerId)
  }
  piece.onpointermove = (event) => {
    if (grabbed && event.isPrimary) moveTo(event.clientX - grabbed.clientX, event.clientY - grabbed.clientY)
  }
  piece.onpointercancel = putBack
  piece.onpointerup = (event) => {
    if (!grabbed || !event.isPrimary) return
    grabbed = undefined
    const [pieceBox, sceneBox] = [piece.getBoundingClientRect(), scene.getBoundingClientRect()]
    // The page may show the picture smaller than it is.
    const scale = Number(scene.getAttribute('width')) / sceneBox.width
    const x = pieceBox.left + pieceBox.width / 2 - sceneBox.left
    const y = pieceBox.top + pieceBox.height / 2 - sceneBox.top
    if (x < 0 || y < 0 || x >= sceneBox.width || y >= sceneBox.height) return putBack()
    submitWith(form, { 'answer.x': Math.round(x * scale), 'answer.y': Math.round(y * scale) })
  }
}
