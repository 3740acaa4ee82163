import { useEffect } from 'react'
import { LEGAL_NAMES, LEGAL_VERSIONS, type LegalName } from '../../contracts/legal.ts'
import { formatDay } from '../forms/words.ts'
import { Page } from '../ui/Page.tsx'
import { Screen } from '../ui/Screen.tsx'
import { spokenLanguage, t } from '../ui/words/current.ts'
import styles from './legal.module.css'
import { TEXTS } from './texts.ts'

/** `/legal/terms` */
const shown = (): LegalName => LEGAL_NAMES.find((name) => location.pathname.endsWith(`/${name}`)) ?? 'terms'

export function App() {
  const name = shown()
  const { version, paragraphs } = { version: LEGAL_VERSIONS[name], paragraphs: TEXTS[spokenLanguage()][name] }
  useEffect(() => {
    document.title = `${t(`legal.${name}`)} · Tributary`
  }, [name])
  return (
    <Page name="Tributary" nobody>
      <Screen title={t(`legal.${name}`)} lead={t('legal.version', { day: formatDay(`${version}T12:00:00Z`) })}>
        <div className={styles.text}>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <nav className={styles.others} aria-label={t('legal.others')}>
          {LEGAL_NAMES.filter((other) => other !== name).map((other) => (
            <a key={other} href={`/legal/${other}`}>
              {t(`legal.${other}`)}
            </a>
          ))}
        </nav>
      </Screen>
    </Page>
  )
}
