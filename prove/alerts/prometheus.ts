import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../faults/fleet.ts'

const RULES = join(import.meta.dirname, '../../deploy/prometheus/tributary.rules.yml')
const POLL_MS = 500

interface Alert {
  readonly state: 'pending' | 'firing'
  readonly labels: Readonly<Record<string, string>>
}

/** Prometheus itself, with the alerts of `deploy/prometheus` as they are. */
export interface Prometheus {
  /** The targets that answered when they were scraped last. */
  targetsUp(): Promise<number>
  /** The names of the alerts that fire. */
  firing(): Promise<Set<string>>
  /** Until the alert fires; answers the seconds, or undefined when it does not in time. */
  untilFiring(name: string, maxMs: number): Promise<number | undefined>
  stop(): Promise<void>
}

export const isMissing = (): boolean => spawnSync('prometheus', ['--version']).error !== undefined

export async function startPrometheus(targets: readonly string[]): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-prometheus-'))
  await copyFile(RULES, join(folder, 'rules.yml'))
  const config = {
    global: { scrape_interval: '5s', evaluation_interval: '5s' },
    rule_files: ['rules.yml'],
    scrape_configs: [{ job_name: 'tributary', static_configs: [{ targets }] }],
  }
  // YAML is a superset of JSON.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const port = await freePort()
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ]
  const child: ChildProcess = spawn('prometheus', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const end = (): void => void child.kill('SIGKILL')
  process.on('exit', end)
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const ask = async <Data>(path: string): Promise<Data | undefined> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`).catch(() => undefined)
    return response?.ok ? ((await response.json()) as { data: Data }).data : undefined
  }
  const firing = async (): Promise<Set<string>> => {
    const found = await ask<{ alerts: Alert[] }>('alerts')
    const names = (found?.alerts ?? []).filter(({ state }) => state === 'firing')
    return new Set(names.map(({ labels }) => labels.alertname ?? ''))
  }
  return {
    firing,
    async targetsUp() {
      const found = await ask<{ activeTargets: { health: string }[] }>('targets?state=active')
      return found?.activeTargets.filter(({ health }) => health === 'up').length ?? 0
    },
    async untilFiring(name, maxMs) {
      const startedAt = performance.now()
      while (performance.now() - startedAt < maxMs) {
        if ((await firing()).has(name)) return (performance.now() - startedAt) / 1_000
        await sleep(POLL_MS)
      }
      return undefined
    },
    async stop() {
      process.off('exit', end)
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
