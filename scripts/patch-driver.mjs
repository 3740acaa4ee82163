// The PostgreSQL driver (postgres 3.4.9), when the server goes away under running queries, writes to a socket it has
// already given up (an exception outside of any promise), leaves queries that nobody ever answers, and sends the ROLLBACK
// of a lost transaction over whatever connection has taken its place, which may be another transaction's. Partly reported
// upstream (issues 1066, 1154, 1208 of porsager/postgres), not released. Until it is, these lines are.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = '// patched by scripts/patch-driver.mjs\n'

const CHANGES = {
  'src/connection.js': [
    // No socket any more: whoever waits hears of it.
    [
      `    const x = socket.write(chunk, fn)
    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    return x
`,
      `    nextWriteTimer !== null && clearImmediate(nextWriteTimer)
    nextWriteTimer = null
    const x = chunk
    chunk = null
    if (!socket) {
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
    return socket.write(x, fn)
`,
    ],
    // What was not sent yet must not be the first thing that the next connection says.
    [
      `    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()
`,
      `    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)
    socket.removeListener('connect', connected)
    idleTimer.cancel()
`,
    ],
    // After a socket error too, what had been sent behind the current query is answered. And the query is forgotten: the
    // next connection would take its own refusal for that query's, and whoever waits for it would wait for ever.
    [
      "    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))\n",
      `    ;(query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    query = results = errorResponse = null
    result = new Result()
`,
    ],
    [
      `    if (initial)
      return reconnect()
`,
      `    if (initial && !query)
      return reconnect()
`,
    ],
    ['        return fetchArrayTypes()\n', '        return fetchArrayTypes().catch(() => {})\n'],
  ],
  'src/index.js': [
    // Whoever waits to reserve a connection and was refused waits no more: the next one to open would be handed to nobody.
    [
      `        const query = { reserve: resolve, reject }
`,
      `        const query = { reserve: resolve, reject: e => (queries.remove(query), reject(e)) }
`,
    ],
    // And while the connection that was opened for it ends again, it keeps its place: only the queue serves it.
    [
      `    queries.length && connect(c, queries.shift())
`,
      `    if (queries.length === 0)
      return
    const waiting = queries.shift()
    waiting.reserve && queries.push(waiting)
    connect(c, waiting)
`,
    ],
    // Whoever has reserved a connection that has ended never speaks over the one that took its place.
    [
      `    move(c, reserved)
    c.reserved = () => queue.length
      ? c.execute(queue.shift())
      : move(c, reserved)
    c.reserved.release = true

    const sql = Sql(handler)
    sql.release = () => {
      c.reserved = null
      onopen(c)
    }
`,
      `    let lost = null
    c.onclose = e => {
      lost = e
      while (queue.length)
        queue.shift().reject(e)
    }
    move(c, reserved)
    c.reserved = () => queue.length
      ? c.execute(queue.shift())
      : move(c, reserved)
    c.reserved.release = true

    const sql = Sql(handler)
    sql.release = () => {
      if (lost)
        return
      c.onclose = null
      c.reserved = null
      onopen(c)
    }
`,
    ],
    [
      `    function handler(q) {
      c.queue === full
        ? queue.push(q)
`,
      `    function handler(q) {
      if (lost)
        return q.reject(lost)
      c.queue === full
        ? queue.push(q)
`,
    ],
    // A transaction hears of its connection's end from the first moment on, and never speaks over another one.
    [
      `      , prepare = null

    try {
      await sql.unsafe('begin '`,
      `      , prepare = null
      , lost = null
      , lose
    const ended = new Promise((_, reject) => lose = e => (lost = e, reject(e)))
    ended.catch(() => {})

    try {
      await sql.unsafe('begin '`,
    ],
    [
      `        scope(connection, fn),
        new Promise((_, reject) => connection.onclose = reject)
`,
      `        scope(connection, fn),
        ended
`,
    ],
    [
      `        q.catch(e => uncaughtError || (uncaughtError = e))
`,
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        if (lost)
          return q.reject(lost)
`,
    ],
    [
      `    function onexecute(c) {
      connection = c
      move(c, reserved)
      c.reserved = () => queries.length
        ? c.execute`,
      `    function onexecute(c) {
      connection = c
      c.onclose = lose
      move(c, reserved)
      c.reserved = () => queries.length
        ? c.execute`,
    ],
  ],
}

export function patchDriver(root) {
  for (const [file, changes] of Object.entries(CHANGES)) {
    const path = join(root, 'node_modules/postgres', file)
    const source = readFileSync(path, 'utf8')
    if (source.startsWith(MARK)) continue
    const patched = changes.reduce((text, [from, to]) => {
      if (text.split(from).length !== 2)
        throw new Error(`${path} is not the driver that scripts/patch-driver.mjs knows.`)
      return text.replace(from, () => to)
    }, source)
    writeFileSync(path, MARK + patched)
  }
}
