const columns = 4
const rows = 3

/** A tap on one of the pictures ticks its number, and puts a frame around the picture. */
export const start = (scene: HTMLElement): void => {
  const frame = document.createElement('div')
  frame.style.position = 'relative'
  scene.replaceWith(frame)
  frame.append(scene)
  scene.style.cursor = 'pointer'
  const [width, height] = [scene.offsetWidth / columns, scene.offsetHeight / rows]
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[name=number]')]
  const marks = boxes.map((box, index) => {
    const mark = document.createElement('span')
    Object.assign(mark.style, {
      position: 'absolute',
      left: `${(index % columns) * width}px`,
      top: `${Math.floor(index / columns) * height}px`,
      width: `${width}px`,
      height: `${height}px`,
      boxSizing: 'border-box',
      border: '3px solid #000',
      outline: '2px solid #fff',
      outlineOffset: '-5px',
      pointerEvents: 'none',
    })
    const show = () => {
      mark.hidden = !box.checked
    }
    box.addEventListener('change', show)
    show()
    return mark
  })
  frame.append(...marks)
  scene.onclick = ({ offsetX, offsetY }) =>
    boxes[Math.floor(offsetY / height) * columns + Math.floor(offsetX / width)]?.click()
}
