import { Button, ColorInput, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import {
  type Brand,
  type BrandUpdate,
  CONTRAST_MIN,
  colorFault,
  contrastWithWhite,
  LOGO_BYTES_MAX,
  LOGO_PIXELS_MAX,
  LOGO_PIXELS_MIN,
} from '../../../contracts/brand.ts'
import { asRequestError, type RequestError } from '../../ui/requests.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Card } from '../parts/Card.tsx'
import styles from './Look.module.css'

/** The logo, colour and support link of the enterprise, with a preview of the page that creators see. */
export function Look({ name }: { readonly name: string }) {
  const can = useCan()
  const { data } = useRead<Brand>('brand')
  if (!data) return null
  const readOnly = !can('brand.change')
  return (
    <Card
      title="How creators see you"
      lead={readOnly ? 'Only an admin can change this.' : 'In Connect and in the card form, in this environment.'}
    >
      <LookForm key={JSON.stringify(data)} name={name} brand={data} readOnly={readOnly} />
    </Card>
  )
}

interface LookFormProps {
  readonly name: string
  readonly brand: Brand
  readonly readOnly: boolean
}

const noneIfEmpty = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim())

/** `Is too light: …` as a sentence. */
const sentence = (fault: string): string => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`

function colorHint(color: string): string {
  const contrast = contrastWithWhite(color)
  return contrast === undefined
    ? `Buttons and links have it. White text on it needs a contrast of ${CONTRAST_MIN} to 1.`
    : `White text on it has a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1.`
}

function LookForm({ name, brand, readOnly }: LookFormProps) {
  const { mutateAsync, isPending } = useCommand()
  const [color, setColor] = useState(brand.color ?? '')
  const [support, setSupport] = useState(brand.support ?? '')
  const [logo, setLogo] = useState(brand.logo)
  const [refused, setRefused] = useState<RequestError>()
  const [logoFault, setLogoFault] = useState<string>()
  const fault = color === '' ? undefined : colorFault(color)
  const changed: BrandUpdate = {
    ...(noneIfEmpty(color) === brand.color ? {} : { color: noneIfEmpty(color) }),
    ...(noneIfEmpty(support) === brand.support ? {} : { support: noneIfEmpty(support) }),
    ...(logo === brand.logo ? {} : { logo }),
  }
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (fault || Object.keys(changed).length === 0) return
    setRefused(undefined)
    await mutateAsync({ method: 'PUT', path: 'brand', body: changed }).catch((error: unknown) =>
      setRefused(asRequestError(error)),
    )
  }
  const errorOf = (field: keyof Brand) => refused?.fieldError(field)
  return (
    <div className={styles.columns}>
      <form className={styles.fields} onSubmit={(event) => void save(event)}>
        <LogoField
          logo={logo}
          readOnly={readOnly}
          error={logoFault ?? errorOf('logo')}
          onLogo={(next, wrong) => {
            setLogoFault(wrong)
            if (wrong === undefined) setLogo(next)
          }}
        />
        <ColorInput
          label="Color"
          description={colorHint(color)}
          value={color}
          onChange={setColor}
          error={fault ? sentence(fault) : errorOf('color')}
          placeholder="#0a6558"
          readOnly={readOnly}
          withPicker={!readOnly}
          withEyeDropper={false}
          // A colour that cannot be used is explained, not replaced by the one before.
          fixOnBlur={false}
        />
        <TextInput
          label="Support link"
          description="Where people get help from you: an https address, or mailto: and an e-mail address."
          value={support}
          onChange={(event) => setSupport(event.currentTarget.value)}
          error={errorOf('support')}
          placeholder="https://example.com/help"
          readOnly={readOnly}
        />
        {refused && refused.fieldErrors.length === 0 && <p role="alert">{refused.message}</p>}
        {!readOnly && (
          <Button type="submit" loading={isPending} className={styles.save}>
            Save look
          </Button>
        )}
      </form>
      <Preview name={name} color={fault || color === '' ? undefined : color} logo={logo} support={support} />
    </div>
  )
}

interface LogoFieldProps {
  readonly logo: string | null
  readonly readOnly: boolean
  readonly error: string | undefined
  readonly onLogo: (logo: string | null, wrong?: string) => void
}

const LOGO_FORM = `A PNG image, ${LOGO_PIXELS_MIN} to ${LOGO_PIXELS_MAX} pixels wide and high, at most ${LOGO_BYTES_MAX / 1_024} KB. Square works best.`

function LogoField({ logo, readOnly, error, onLogo }: LogoFieldProps) {
  const id = useId()
  function read(file: File | undefined): void {
    if (!file) return
    if (file.type !== 'image/png' || file.size > LOGO_BYTES_MAX) {
      onLogo(null, LOGO_FORM)
      return
    }
    const reader = new FileReader()
    reader.onload = () => onLogo(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <div className={styles.logoField}>
      <label htmlFor={id} className={styles.label}>
        Logo
      </label>
      <p id={`${id}-says`} className={error ? styles.error : styles.hint} aria-live="polite">
        {error ?? LOGO_FORM}
      </p>
      {!readOnly && (
        <div className={styles.logoRow}>
          <input
            id={id}
            type="file"
            className={styles.file}
            accept="image/png"
            aria-describedby={`${id}-says`}
            onChange={(event) => read(event.currentTarget.files?.[0])}
          />
          {logo && (
            <Button variant="subtle" size="compact-sm" onClick={() => onLogo(null)}>
              Remove the logo
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

interface PreviewProps {
  readonly name: string
  readonly color: string | undefined
  readonly logo: string | null
  readonly support: string
}

/** The first screen of Connect, small and still. */
function Preview({ name, color, logo, support }: PreviewProps) {
  return (
    <figure className={styles.preview} aria-label="Preview of Connect">
      <div className={styles.head}>
        {logo ? (
          <img src={logo} alt="" width={40} height={40} className={styles.logo} />
        ) : (
          <span className={styles.tile} aria-hidden="true">
            {name.slice(0, 1).toLocaleUpperCase()}
          </span>
        )}
        <strong dir="auto">{name}</strong>
      </div>
      <p className={styles.title}>{name} would like to pay you</p>
      <span className={styles.button} style={color ? { background: color } : undefined}>
        Get started
      </span>
      {support.trim() !== '' && <span className={styles.support}>Questions? Ask {name}</span>}
    </figure>
  )
}
