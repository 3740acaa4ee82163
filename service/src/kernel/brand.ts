declare const brand: unique symbol

/** A nominal type: swapping two arguments of different brands does not compile. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name }
