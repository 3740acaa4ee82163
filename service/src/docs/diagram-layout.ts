/*
 * Lays out a small directed graph in rows, from top to bottom, in the way of Sugiyama: an edge that goes back is turned
 * round, every edge passes each row between its ends through a place of its own, as wide as the edge's label, and places
 * are put in the order and at the height of their neighbours. So no edge crosses a node and no label another.
 */

export interface Edge {
  readonly from: string
  readonly to: string
  readonly label: string
}

interface Point {
  readonly x: number
  readonly y: number
}

export interface Place extends Point {
  readonly name: string
  readonly width: number
  readonly height: number
}

export interface Drawn {
  readonly width: number
  readonly height: number
  readonly nodes: readonly Place[]
  readonly edges: readonly { readonly label: string; readonly at: Point; readonly points: readonly Point[] }[]
}

interface Cell {
  readonly name: string
  readonly isNode: boolean
  readonly row: number
  readonly width: number
  readonly above: Cell[]
  readonly below: Cell[]
  x: number
}

interface Routed {
  readonly label: string
  readonly isTurned: boolean
  /** From the upper node to the lower one. */
  readonly cells: readonly Cell[]
}

const [NODE_HEIGHT, ROW_HEIGHT, GAP, MARGIN] = [34, 46, 14, 10]
const NODE_CHARACTER = 7.6
const LABEL_CHARACTER = 6.4
const ROUNDS = 12

export function layOut(edges: readonly Edge[]): Drawn {
  const turned = turnBackEdges(edges)
  const rows = rowsOf(turned)
  const cells = new Map([...rows].map(([name, row]) => [name, nodeCell(name, row * 2)]))
  const routes = turned.map((edge) => route(edge, cells))
  const grid = toGrid([...cells.values()], routes)
  for (let round = 0; round < ROUNDS; round++) {
    const isDown = round % 2 === 0
    for (const row of isDown ? grid : grid.toReversed()) arrange(row, isDown)
  }
  return draw(grid, routes)
}

interface TurnedEdge extends Edge {
  readonly isTurned: boolean
}

/** An edge to a node that is still being visited closes a circle. */
function turnBackEdges(edges: readonly Edge[]): TurnedEdge[] {
  const back = new Set<Edge>()
  const [open, done] = [new Set<string>(), new Set<string>()]
  const visit = (name: string): void => {
    open.add(name)
    for (const edge of edges.filter(({ from }) => from === name)) {
      if (open.has(edge.to)) back.add(edge)
      else if (!done.has(edge.to)) visit(edge.to)
    }
    open.delete(name)
    done.add(name)
  }
  for (const { from } of edges) if (!done.has(from)) visit(from)
  return edges.map((edge) =>
    back.has(edge) ? { ...edge, from: edge.to, to: edge.from, isTurned: true } : { ...edge, isTurned: false },
  )
}

/** The row of a node: the length of the longest way to it. */
function rowsOf(edges: readonly Edge[]): Map<string, number> {
  const rows = new Map<string, number>()
  for (const { from, to } of edges) {
    rows.set(from, 0)
    rows.set(to, 0)
  }
  for (let round = 0; round < rows.size; round++) {
    for (const { from, to } of edges) rows.set(to, Math.max(rows.get(to) ?? 0, (rows.get(from) ?? 0) + 1))
  }
  return rows
}

const cellAt = (name: string, row: number, width: number, isNode: boolean): Cell => ({
  name,
  isNode,
  row,
  width,
  above: [],
  below: [],
  x: 0,
})

const nodeCell = (name: string, row: number): Cell => cellAt(name, row, name.length * NODE_CHARACTER + 28, true)

/** Nodes stand in even rows; the first odd one below the upper end holds the label. */
function route({ from, to, label, isTurned }: TurnedEdge, nodes: ReadonlyMap<string, Cell>): Routed {
  const [upper, lower] = [nodes.get(from) as Cell, nodes.get(to) as Cell]
  const cells = [upper]
  for (let row = upper.row + 1; row < lower.row; row++) {
    const width = row === upper.row + 1 ? label.length * LABEL_CHARACTER + 8 : 4
    cells.push(cellAt('', row, width, false))
  }
  cells.push(lower)
  for (const [at, cell] of cells.slice(1).entries()) {
    cell.above.push(cells[at] as Cell)
    cells[at]?.below.push(cell)
  }
  return { label, isTurned, cells }
}

function toGrid(nodes: readonly Cell[], routes: readonly Routed[]): Cell[][] {
  const all = new Set([...nodes, ...routes.flatMap(({ cells }) => cells)])
  const grid: Cell[][] = Array.from({ length: Math.max(...[...all].map(({ row }) => row)) + 1 }, () => [])
  for (const cell of all) grid[cell.row]?.push(cell)
  for (const row of grid) pack(row)
  return grid
}

/** Side by side, around the middle. */
function pack(row: readonly Cell[]): void {
  const width = row.reduce((sum, cell) => sum + cell.width + GAP, -GAP)
  let left = -width / 2
  for (const cell of row) {
    cell.x = left + cell.width / 2
    left += cell.width + GAP
  }
}

const mean = (cells: readonly Cell[]): number => cells.reduce((sum, { x }) => sum + x, 0) / cells.length

/** Moves the cells of a row towards their neighbours of the row before, and apart where they would overlap. */
function arrange(row: Cell[], isDown: boolean): void {
  for (const cell of row) {
    const near = isDown ? cell.above : cell.below
    if (near.length > 0) cell.x = mean(near)
  }
  row.sort((one, other) => one.x - other.x)
  const wished = row.map(({ x }) => x)
  for (const [at, cell] of row.entries()) {
    const before = row[at - 1]
    if (before) cell.x = Math.max(cell.x, before.x + (before.width + cell.width) / 2 + GAP)
  }
  const shift = row.reduce((sum, { x }, at) => sum + x - (wished[at] ?? 0), 0) / Math.max(row.length, 1)
  for (const cell of row) cell.x -= shift
}

function draw(grid: readonly Cell[][], routes: readonly Routed[]): Drawn {
  const all = grid.flat()
  const left = Math.min(...all.map(({ x, width }) => x - width / 2)) - MARGIN
  const right = Math.max(...all.map(({ x, width }) => x + width / 2)) + MARGIN
  const place = ({ x, row }: Cell): Point => ({
    x: Math.round(x - left),
    y: row * ROW_HEIGHT + NODE_HEIGHT / 2 + MARGIN,
  })
  return {
    width: Math.round(right - left),
    height: (grid.length - 1) * ROW_HEIGHT + NODE_HEIGHT + MARGIN * 2,
    nodes: all
      .filter(({ isNode }) => isNode)
      .map((cell) => ({ name: cell.name, ...place(cell), width: Math.round(cell.width), height: NODE_HEIGHT })),
    edges: routes.map(({ label, isTurned, cells }) => {
      const points = cells.map(place).map(({ x, y }, at) => {
        const offset = at === 0 ? NODE_HEIGHT / 2 : at === cells.length - 1 ? -NODE_HEIGHT / 2 : 0
        return { x, y: y + offset }
      })
      return { label, at: place(cells[1] as Cell), points: isTurned ? points.toReversed() : points }
    }),
  }
}
