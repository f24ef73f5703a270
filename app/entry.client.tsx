// Nothing is hydrated. An element with data-island="name" gets islands/name.island.ts, which is loaded only then.
interface Island {
  start: (element: HTMLElement) => void
}

const islands = import.meta.glob<Island>('./islands/*.island.ts')

for (const element of document.querySelectorAll<HTMLElement>('[data-island]'))
  islands[`./islands/${element.dataset.island}.island.ts`]?.().then(({ start }) => start(element))
