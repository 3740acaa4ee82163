import { ActionIcon, Button, Input, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconPlus, IconTrash } from '../icons.tsx'
import { centsOf } from '../parts/amounts.ts'
import { Money } from '../parts/Money.tsx'
import { type Item, newItem } from './field.ts'
import styles from './form.module.css'

interface ItemsInputProps {
  readonly label: string
  readonly description: ReactNode
  readonly error: string | undefined
  readonly errorProps: { readonly role: string }
  readonly items: readonly Item[]
  readonly onChange: (items: readonly Item[]) => void
}

/** The items of a purchase and their total. */
export function ItemsInput({ items, onChange, ...texts }: ItemsInputProps) {
  const change = (key: string, part: Partial<Item>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...part } : item)))
  return (
    <Input.Wrapper {...texts} labelElement="div">
      <div className={styles.items}>
        {items.map((item, nth) => (
          <div key={item.key} className={styles.item}>
            <TextInput
              aria-label={`Name of item ${nth + 1}`}
              placeholder="Name"
              value={item.name}
              onChange={(event) => change(item.key, { name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Amount of item ${nth + 1}`}
              placeholder="Amount"
              inputMode="decimal"
              leftSection="$"
              value={item.amount}
              onChange={(event) => change(item.key, { amount: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Quantity of item ${nth + 1}`}
              inputMode="numeric"
              value={item.quantity}
              onChange={(event) => change(item.key, { quantity: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={`Remove item ${nth + 1}`}
              disabled={items.length === 1}
              onClick={() => onChange(items.filter(({ key }) => key !== item.key))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        ))}
        <div className={styles.sum}>
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange([...items, newItem()])}
          >
            Add an item
          </Button>
          <span>
            Total <Money cents={sumOf(items)} />
          </span>
        </div>
      </div>
    </Input.Wrapper>
  )
}

const sumOf = (items: readonly Item[]): number =>
  items.reduce(
    (sum, { amount, quantity }) => sum + (centsOf(amount, { negative: true }) ?? 0) * (Number(quantity) || 0),
    0,
  )
