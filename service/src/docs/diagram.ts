import { type Drawn, type Edge, layOut, type Place } from './diagram-layout.ts'
import { escapeHtml } from './markdown/inline.ts'

const START = '[*]'

/** The edges of a Mermaid state diagram: `ready --> pending: initiate`. */
export function readEdges(text: string): Edge[] {
  return text
    .split('\n')
    .filter((line) => line.includes(' --> '))
    .map((line) => {
      const [from = '', rest = ''] = line.trim().split(' --> ')
      const colon = rest.indexOf(': ')
      return colon < 0
        ? { from, to: rest, label: '' }
        : { from, to: rest.slice(0, colon), label: rest.slice(colon + 2) }
    })
}

/** The Mermaid text of a state table. An event that changes no state is left out; the table below the diagram lists it. */
export function mermaidOf(table: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>): string {
  const merged = new Map<string, string[]>()
  for (const [from, events] of Object.entries(table)) {
    for (const [event, to] of Object.entries(events)) {
      if (to === undefined || to === from) continue
      const key = `${from} --> ${to}`
      merged.set(key, [...(merged.get(key) ?? []), event])
    }
  }
  const first = Object.keys(table)[0] ?? ''
  const lines = [...merged].map(([edge, events]) => `  ${edge}: ${events.join(', ')}`)
  return ['stateDiagram-v2', `  ${START} --> ${first}`, ...lines].join('\n')
}

/** A state diagram as SVG without scripts and styles of its own: the page's stylesheet gives it its colours. */
export function diagramOf(text: string): string {
  const edges = readEdges(text)
  const first = edges.find(({ from }) => from === START)?.to
  const drawn = layOut(edges.filter(({ from }) => from !== START))
  const names = drawn.nodes.map(({ name }) => name).join(', ')
  return `<figure class="diagram"><svg viewBox="0 0 ${drawn.width} ${drawn.height}" width="${drawn.width}" height="${drawn.height}" role="img" aria-label="State diagram: ${escapeHtml(names)}">
${drawn.edges.map(edgeSvg).join('\n')}
${drawn.nodes.map((node) => nodeSvg(node, node.name === first, isFinal(edges, node.name))).join('\n')}
${drawn.edges.map(labelSvg).join('\n')}
</svg></figure>`
}

const isFinal = (edges: readonly Edge[], name: string): boolean => !edges.some(({ from }) => from === name)

function nodeSvg({ name, x, y, width, height }: Place, isFirst: boolean, isLast: boolean): string {
  const kind = isFirst ? ' first' : isLast ? ' last' : ''
  return `<g class="state${kind}"><rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="8"/><text x="${x}" y="${y + 4}">${escapeHtml(name)}</text></g>`
}

/** Upright where it leaves and arrives, so that the arrow's head points into the state. */
function edgeSvg({ points }: Drawn['edges'][number]): string {
  const [start, ...rest] = points
  let path = `M${start?.x} ${start?.y}`
  let [x, y] = [start?.x ?? 0, start?.y ?? 0]
  for (const next of rest) {
    const middle = (y + next.y) / 2
    path += ` C${x} ${middle} ${next.x} ${middle} ${next.x} ${next.y}`
    ;[x, y] = [next.x, next.y]
  }
  const back = Math.sign(y - (points.at(-2)?.y ?? 0)) * 7
  return `<path class="edge" d="${path}"/><path class="head" d="M${x} ${y} l-4 ${-back} h8 z"/>`
}

const labelSvg = ({ label, at }: Drawn['edges'][number]): string =>
  label === '' ? '' : `<text class="event" x="${at.x}" y="${at.y + 4}">${escapeHtml(label)}</text>`
