import { DatabaseSync } from 'node:sqlite'

export type Database = DatabaseSync

/** The marketplace's own database. Tributary's ids stand beside its own; what Tributary says arrives by webhook. */
export function openDatabase(file: string): Database {
  const database = new DatabaseSync(file)
  database.exec(`
    create table if not exists creators (
      id text primary key, name text not null, connection text not null, status text not null
    );
    create table if not exists orders (
      id text primary key, creator text not null, item text not null, price_in_cents integer not null,
      purchase text not null, status text not null
    );
    create table if not exists payouts (
      id text primary key, creator text not null, amount_in_cents integer not null, payout text, status text not null
    );
    create table if not exists handled (event text primary key);
    create table if not exists facts (name text primary key, value integer not null);
  `)
  return database
}

/** All or nothing: a process that dies half-way leaves the database as it was. */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}

export const factOf = (database: Database, name: string): number | undefined =>
  (database.prepare('select value from facts where name = ?').get(name) as { value: number } | undefined)?.value

export const setFact = (database: Database, name: string, value: number): void => {
  database.prepare('insert or replace into facts (name, value) values (?, ?)').run(name, value)
}
