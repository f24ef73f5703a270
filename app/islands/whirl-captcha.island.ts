const columns = 4
const rows = 3

/** A tap on a picture ticks its number, and puts a frame around the picture. Nothing on the page moves. */
export const start = (scene: HTMLElement): void => {
  scene.style.cursor = 'pointer'
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[name=number]')]
  const marks = boxes.map((box, index) => {
    const mark = document.createElement('span')
    Object.assign(mark.style, {
      position: 'absolute',
      left: `${((index % columns) * 100) / columns}%`,
      top: `${(Math.floor(index / columns) * 100) / rows}%`,
      width: `${100 / columns}%`,
      height: `${100 / rows}%`,
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
  // The element around the picture is as large as the picture.
  scene.after(...marks)
  scene.onclick = ({ offsetX, offsetY }) => {
    const column = Math.floor((offsetX * columns) / scene.offsetWidth)
    boxes[Math.floor((offsetY * rows) / scene.offsetHeight) * columns + column]?.click()
  }
}
