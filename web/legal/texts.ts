import type { LegalName } from '../../contracts/legal.ts'
import type { Language } from '../ui/words/current.ts'

type Texts = Readonly<Record<LegalName, readonly string[]>>

const en: Texts = {
  terms: [
    'Tributary moves money between you and the businesses you connect with. You may use it if you are 18 or older and the details you give are yours and true.',
    'You decide which businesses you connect with and what each may do: send you money, or, if you allow it, take payments from your Tributary account. You can change or take back a permission at any time; payments that were already made stay made.',
    'Opening a Tributary account or a wallet is free. A bank may charge you for a transfer that it sends or receives.',
    'Keep your password and the codes we send you to yourself. Tell us at once if you see a payment that you did not expect. We may pause an account that is used against the law or against another person, and we say why unless the law forbids it.',
    'Money that was sent to a wrong or closed bank account comes back to where it came from. You can close your account when its balance is zero.',
  ],
  privacy: [
    'We keep what we need to pay you and what the law asks of us: your name, contact details, date of birth, address, Social Security number, bank details, and the payments themselves.',
    'The business that pays you sees your name, your e-mail address, the last digits of where your money goes, and what you have allowed. It never sees your Social Security number, your full account number, your password or your balance.',
    'We share details with the banks, the identity-check provider and the card processor that carry out what you ask for, and with authorities where the law requires it. We do not sell them, and we show no advertising.',
    'Social Security numbers, account numbers and what you type in Connect are encrypted. What you typed and did not finish is deleted after two hours. Records of payments are kept as long as the law requires.',
  ],
  esign: [
    'You agree to receive the documents and notices about your account electronically, on these pages and by e-mail, and that your yes on these pages counts like your signature on paper.',
    'You need a device with a current browser, access to the Internet, and an e-mail address that you read. You can print or save every document.',
    'You may ask for a paper copy, or take this agreement back, by asking the business that invited you or by closing your account. What you agreed to before stays valid.',
    'Keep your e-mail address up to date on your account page, so that notices reach you.',
  ],
}

const es: Texts = {
  terms: [
    'Tributary mueve dinero entre usted y las empresas con las que se conecta. Puede usarlo si tiene 18 años o más y los datos que da son suyos y verdaderos.',
    'Usted decide con qué empresas se conecta y qué puede hacer cada una: enviarle dinero o, si usted lo permite, cobrar de su cuenta Tributary. Puede cambiar o retirar un permiso en cualquier momento; los pagos ya hechos no se deshacen.',
    'Abrir una cuenta Tributary o una billetera es gratis. Un banco puede cobrarle por una transferencia que envía o recibe.',
    'No comparta su contraseña ni los códigos que le enviamos. Avísenos enseguida si ve un pago que no esperaba. Podemos suspender una cuenta que se usa contra la ley o contra otra persona, y decimos por qué salvo que la ley lo prohíba.',
    'El dinero enviado a una cuenta bancaria equivocada o cerrada vuelve a su origen. Puede cerrar su cuenta cuando el saldo es cero.',
    'Esta traducción es para su comodidad. Si difiere del texto en inglés, vale el texto en inglés.',
  ],
  privacy: [
    'Guardamos lo necesario para pagarle y lo que la ley nos pide: su nombre, datos de contacto, fecha de nacimiento, dirección, número de Seguro Social, datos bancarios y los pagos.',
    'La empresa que le paga ve su nombre, su correo electrónico, los últimos dígitos del destino de su dinero y lo que usted ha permitido. Nunca ve su número de Seguro Social, su número de cuenta completo, su contraseña ni su saldo.',
    'Compartimos datos con los bancos, el proveedor de comprobación de identidad y el procesador de tarjetas que hacen lo que usted pide, y con las autoridades cuando la ley lo exige. No los vendemos ni mostramos publicidad.',
    'Los números de Seguro Social, los números de cuenta y lo que escribe en Connect están cifrados. Lo que escribió sin terminar se borra tras dos horas. Los registros de pagos se guardan el tiempo que exige la ley.',
    'Esta traducción es para su comodidad. Si difiere del texto en inglés, vale el texto en inglés.',
  ],
  esign: [
    'Usted acepta recibir los documentos y avisos sobre su cuenta por medios electrónicos, en estas páginas y por correo electrónico, y que su sí en estas páginas vale como su firma en papel.',
    'Necesita un dispositivo con un navegador actual, acceso a Internet y un correo electrónico que lea. Puede imprimir o guardar cada documento.',
    'Puede pedir una copia en papel, o retirar este consentimiento, a través de la empresa que le invitó o cerrando su cuenta. Lo que aceptó antes sigue siendo válido.',
    'Mantenga al día su correo electrónico en la página de su cuenta, para que los avisos le lleguen.',
    'Esta traducción es para su comodidad. Si difiere del texto en inglés, vale el texto en inglés.',
  ],
}

/** The documents in force. A changed text gets a new version in `contracts/legal.ts`. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en, es }
