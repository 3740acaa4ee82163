import { expect, it } from 'vitest'
import { splitAtCommas, splitStatements, statementOutline } from './sql-statements.ts'

it.each([
  ['select 1; select 2;', ['select 1', 'select 2']],
  ["select ';' as a; -- one; two\nselect 2", ["select ';' as a", 'select 2']],
  ["select E'\\';' ; select 'it''s;'", ["select E'\\';'", "select 'it''s;'"]],
  ['select ";" /* ; */ from t', ['select ";"   from t']],
  [
    'create function f() as $$ a; b; $$; select $x$ ; $$ ; $x$',
    ['create function f() as $$ a; b; $$', 'select $x$ ; $$ ; $x$'],
  ],
  [' ; \n-- nothing\n', []],
])('%j has the statements %j', (script, statements) => {
  expect(splitStatements(script)).toEqual(statements)
})

it('the outline of a statement has its keywords and names, but no text', () => {
  expect(statementOutline('CREATE  INDEX\n "Odd" ON t (n) where a = \'Drop Table\'')).toBe(
    "create index Odd on t (n) where a = ''",
  )
})

it('commas within parentheses do not split', () => {
  expect(splitAtCommas('add a numeric(3, 2), add b text default array[1, 2], drop c')).toEqual([
    'add a numeric(3, 2)',
    'add b text default array[1, 2]',
    'drop c',
  ])
})
