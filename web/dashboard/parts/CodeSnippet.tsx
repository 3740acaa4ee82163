import { Button, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { IconCheck, IconCopy } from '../icons.tsx'
import styles from './CodeSnippet.module.css'
import { useCopy } from './Copy.tsx'

interface CodeSnippetProps {
  readonly label: string
  /** By language: `{ curl: '…', 'Node.js': '…' }`. */
  readonly code: Readonly<Record<string, string>>
}

/** Code to copy, in one of several languages. */
export function CodeSnippet({ label, code }: CodeSnippetProps) {
  const languages = Object.keys(code)
  const [language, setLanguage] = useState(languages[0] ?? '')
  const text = code[language] ?? ''
  const { copied, copy } = useCopy(text)
  return (
    <figure className={styles.snippet} aria-label={label}>
      <figcaption className={styles.head}>
        {languages.length > 1 ? (
          <SegmentedControl
            size="xs"
            data={languages}
            value={language}
            onChange={setLanguage}
            aria-label={`Language of ${label.toLowerCase()}`}
          />
        ) : (
          <span className={styles.label}>{label}</span>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <pre className={styles.code} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

/** JSON, indented. */
export function Json({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <CodeSnippet label={label} code={{ [label]: typeof value === 'string' ? value : JSON.stringify(value, null, 2) }} />
  )
}
