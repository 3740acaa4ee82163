import type { Socket } from 'node:net'
import type { Environment } from '../kernel/environment.ts'
import type { MetricSnapshot, MetricsFormat } from '../platform/metrics-of-processes.ts'
import type { TokensGranted, TokensWanted } from '../platform/token-buckets.ts'
import type { Service } from './compose.ts'

/** The part that one process has in a service of several. */
export interface Post {
  readonly name: string
  readonly role: 'api' | 'worker'
  /** The first API process makes the demo enterprise and watches for late deliveries: once is enough. */
  readonly isFirst: boolean
}

/** Everything that a member needs to know beyond the settings, which it reads itself. */
export interface Order extends Post {
  readonly apiProcesses: number
  readonly hasWorker: boolean
  /** Served unless the database is held after a restore. */
  readonly environments: readonly Environment[]
  readonly isHeld: boolean
  readonly ports: Readonly<Partial<Record<Environment, number>>>
  readonly databaseUrl: string
  /** The role that the supervisor prepared in the database. */
  readonly databaseRole?: string
  readonly vaultKey: string
  /** The folder of the embedded database, whose disk is watched. */
  readonly dataFolder?: string
}

/** Found out by a member's start, for the banner. */
export type Report = Pick<Service, 'demo' | 'demoPerson' | 'warnings'>

/** Calls that a member answers. */
export type MemberCalls = {
  /** Resolves when the member serves or works. */
  readonly start: (order: Order) => Promise<Report>
  readonly connection: (to: { readonly environment: Environment }, socket?: Socket) => void
  readonly worker: (state: { readonly isReady: boolean }) => void
  readonly metrics: (nothing: null) => Promise<readonly MetricSnapshot[]>
}

/** Calls that the supervisor answers. */
export type SupervisorCalls = {
  readonly tokens: (wanted: TokensWanted & { readonly scope: string }) => TokensGranted
  /** Resolves when no other process runs a batch of this lane. */
  readonly enterLane: (lane: { readonly name: string }) => Promise<void>
  readonly leaveLane: (lane: { readonly name: string }) => void
  /** The metrics of all processes. */
  readonly metrics: (asked: { readonly format: MetricsFormat }) => Promise<string>
}
