import { Button, Checkbox, Menu, Popover, Select, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useSearchParams } from 'wouter'
import { useEnvironment, useMe } from '../api/session.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import type { Field } from '../form/field.ts'
import { IconBookmark, IconColumns, IconTrash } from '../icons.tsx'
import styles from './DataTable.module.css'
import { deleteView, saveView, useViews, viewOf } from './saved-views.ts'
import type { Column, Sort } from './Table.tsx'

/** `Paid to` → `paid_to`, for the address. */
const slugOf = ({ title }: Column<never>): string => title.toLowerCase().replaceAll(' ', '_')

/** The columns that an address names; without any, those that are shown by default. The first is always there. */
export function shownColumns<Row>(columns: readonly Column<Row>[], named: string): readonly Column<Row>[] {
  if (!named) return columns.filter(({ optional }) => !optional)
  const wanted = named.split(',')
  return columns.filter((column, place) => place === 0 || wanted.includes(slugOf(column)))
}

interface ColumnsButtonProps<Row> {
  readonly columns: readonly Column<Row>[]
  readonly named: string
  readonly onChange: (named: string) => void
}

export function ColumnsButton<Row>({ columns, named, onChange }: ColumnsButtonProps<Row>) {
  const shown = shownColumns(columns, named).map(slugOf)
  const usual = shownColumns(columns, '').map(slugOf)
  function choose(chosen: readonly string[]): void {
    const next = columns.map(slugOf).filter((slug, place) => place === 0 || chosen.includes(slug))
    onChange(next.join() === usual.join() ? '' : next.join())
  }
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" className={styles.wideOnly} leftSection={<IconColumns size={16} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Checkbox.Group aria-label="Columns" value={shown} onChange={choose}>
          <Stack gap="xs">
            {columns.slice(1).map((column) => (
              <Checkbox key={column.title} value={slugOf(column)} label={column.title} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  )
}

interface SortSelectProps {
  readonly sorts: readonly Sort[]
  readonly value: string
  readonly onSort: (value: string) => void
}

/** On a phone, where a table has no head to press. */
export const SortSelect = ({ sorts, value, onSort }: SortSelectProps) => (
  <Select
    aria-label="Sort"
    className={styles.narrowOnly}
    data={sorts.map((sort) => ({ value: sort.value || DEFAULT, label: sort.label }))}
    value={value || DEFAULT}
    allowDeselect={false}
    onChange={(next) => onSort(next === DEFAULT ? '' : (next ?? ''))}
  />
)

/** The library takes an empty value for none. */
const DEFAULT = 'default'

const NAME: readonly Field[] = [{ kind: 'text', name: 'name', label: 'Name', missing: 'Enter a name.' }]

/** Filters, order and columns under a name, in this browser. The address itself can be sent to somebody else. */
export function ViewsMenu({ list }: { readonly list: string }) {
  const { enterprise } = useMe()
  const place = `${enterprise.id}.${useEnvironment()}.${list}`
  const [search, setSearch] = useSearchParams()
  const views = useViews(place)
  const [opened, dialog] = useDisclosure(false)
  const now = viewOf(search)
  const current = views.find((view) => view.search === now)
  return (
    <>
      <Menu width={260}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} />}>
            {current ? current.name : 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setSearch(new URLSearchParams())}>All, newest first</Menu.Item>
          {views.map(({ name, search: saved }) => (
            <Menu.Item key={name} onClick={() => setSearch(new URLSearchParams(saved))}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item disabled={now === '' || current !== undefined} onClick={dialog.open}>
            Save this view
          </Menu.Item>
          {current && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => deleteView(place, current.name)}
            >
              Delete “{current.name}”
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <FormDialog
        opened={opened}
        onClose={dialog.close}
        title="Save this view"
        lead="Filters, order and columns are kept under this name in this browser. To share them, send the address."
        fields={NAME}
        submit="Save view"
        onSubmit={async ({ name }) => {
          saveView(place, { name: String(name), search: now })
          dialog.close()
        }}
      />
    </>
  )
}
