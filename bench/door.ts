import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fire, median } from './support/load.ts'
import { start } from './support/process.ts'
import { report } from './support/report.ts'

const KEY = 'sk_sandbox_bench_door'
const PORT = '4790'
const CONNECTIONS = 64
const SECONDS = 3
const ROUNDS = 5
const RATIO_MIN = 0.5
const START_MAX_S = 5

/** The authenticated, validated, serialized `GET /enterprise` against a bare route that returns the same JSON. */
export async function door(): Promise<boolean> {
  const home = await mkdtemp(join(tmpdir(), 'tributary-bench-'))
  const base = `http://127.0.0.1:${PORT}/enterprise/v1`
  const authorization = `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`
  const headers = { authorization }
  const variables = {
    TRIBUTARY_HOME: home,
    DEMO_API_KEY: KEY,
    PORT,
    HOST: '127.0.0.1',
    RATE_LIMIT_PER_SECOND: '1000000',
  }

  const cold = await timeToFirstAnswer(variables, `${base}/enterprise`, headers)
  const warm = await timeToFirstAnswer(variables, `${base}/enterprise`, headers)
  const service = await start('npm', ['start', '--silent'], variables, /(Ctrl-C stops it)/)
  const answer = await (await fetch(`${base}/enterprise`, { headers })).text()
  const bare = await start('node', ['bench/peers/bare.ts'], { ANSWER: answer }, /listening \S+:(\d+)/)

  const ours: number[] = []
  const theirs: number[] = []
  let failed = 0
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const common = { connections: CONNECTIONS, seconds: SECONDS, method: 'GET' } as const
      const us = await fire({ ...common, port: Number(PORT), path: '/enterprise/v1/enterprise', authorization })
      const them = await fire({ ...common, port: Number(bare.found), path: '/' })
      ours.push(us.perSecond)
      theirs.push(them.perSecond)
      failed += us.bad + them.bad
    }
  } finally {
    await Promise.all([service.stop(), bare.stop()])
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  const ratio = median(ours) / median(theirs)
  return report('door', [
    { name: 'GET /enterprise, 64 connections', value: median(ours), unit: 'requests/s' },
    { name: 'bare Fastify route, the same JSON', value: median(theirs), unit: 'requests/s' },
    { name: 'ratio to the bare route', value: ratio, unit: '', atLeast: RATIO_MIN },
    { name: 'requests that failed', value: failed, unit: '', atMost: 0 },
    { name: 'npm start to the first 200, first time', value: cold, unit: 's', atMost: START_MAX_S },
    { name: 'npm start to the first 200, again', value: warm, unit: 's', atMost: START_MAX_S },
  ])
}

async function timeToFirstAnswer(
  variables: Record<string, string>,
  url: string,
  headers: Record<string, string>,
): Promise<number> {
  const startedAt = performance.now()
  const starting = start('npm', ['start', '--silent'], variables, /(Ctrl-C stops it)/)
  for (;;) {
    const status = await fetch(url, { headers }).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const seconds = (performance.now() - startedAt) / 1_000
  await (await starting).stop()
  return seconds
}
