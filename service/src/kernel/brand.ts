declare const brand: unique symbol

/** A value that only its own module makes, so that swapping two arguments does not compile. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }
