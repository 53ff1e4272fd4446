/// How many pixels make a unit of length.
public struct ImageResolution: Hashable, Sendable {
    /// The length that the pixels are counted on.
    public enum Unit: Hashable, Sendable {
        /// None: the figures say only how wide a pixel is for its height.
        case aspectRatio
        /// The inch, 25.4 mm.
        case inch
        /// The centimetre.
        case centimeter
        /// The metre.
        case meter
    }

    /// The pixels in one unit along a row.
    public var horizontal: Double
    /// The pixels in one unit along a column.
    public var vertical: Double
    /// The unit.
    public var unit: Unit

    /// Makes a resolution.
    public init(horizontal: Double, vertical: Double, unit: Unit) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.unit = unit
    }

    /// The same in pixels per inch; nil where no length is known.
    public var perInch: (horizontal: Double, vertical: Double)? {
        switch unit {
        case .aspectRatio: nil
        case .inch: (horizontal, vertical)
        case .centimeter: (horizontal * 2.54, vertical * 2.54)
        case .meter: (horizontal * 0.0254, vertical * 0.0254)
        }
    }
}
