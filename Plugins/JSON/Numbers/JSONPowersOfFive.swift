/// The powers of five that reading a double needs, as 128-bit fractions.
///
/// Outside of the range every number with a 64-bit mantissa is zero or infinite as a `Double`.
enum JSONPowersOfFive {
    static let lowestExponent = -342
    static let highestExponent = 308
}
