public import Mimeograph

/// A counter that checks an image against `DecodingLimits`, frame by frame, before memory is allocated. Reservations add up.
///
/// Sizes come from the image, so every product is checked for overflow.
///
/// ```swift
/// var imageLimits = ImageLimits(limits)
/// try imageLimits.reserve(width: width, height: height, bytesPerPixel: 4)
/// ```
public struct ImageLimits: Sendable {
    private let limits: DecodingLimits
    private var pixels = 0
    private var bytes = 0

    /// Creates a counter without reservations.
    public init(_ limits: DecodingLimits) { self.limits = limits }

    /// Reserves pixels and memory for another frame.
    ///
    /// - Parameters:
    ///   - width: The width in pixels as stored in the file.
    ///   - height: The height in pixels as stored in the file.
    ///   - bytesPerPixel: The bytes of a decoded pixel. Pass 0 to count only pixels, if ``reserve(bytes:at:)`` reserves the
    ///     bytes.
    ///   - location: The location of the size in the file.
    /// - Returns: The bytes that the frame takes.
    /// - Throws: ``SerializationError/Code/syntax`` for a side that is not positive, and
    ///   ``SerializationError/Code/limitExceeded`` for `pixels` and `outputBytes`.
    @discardableResult
    public mutating func reserve(
        width: Int,
        height: Int,
        bytesPerPixel: Int,
        at location: SourceLocation? = nil
    ) throws(SerializationError) -> Int {
        guard width > 0, height > 0 else {
            throw SerializationError(
                .syntax,
                "The image is \(width) by \(height) pixels. Both sides must be at least 1 pixel.",
                at: location,
                remedy: "Ask the sender for an image with at least one pixel."
            )
        }
        let count = Self.product(width, height)
        let total = Self.sum(pixels, count)
        try limits.check(.pixels, total, at: location)
        let size = Self.product(count, bytesPerPixel)
        try reserve(bytes: size, at: location)
        pixels = total
        return size
    }

    /// Reserves memory that decoding takes besides the pixels, such as the coefficients of a progressive JPEG.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for `outputBytes`.
    public mutating func reserve(bytes count: Int, at location: SourceLocation? = nil) throws(SerializationError) {
        let total = Self.sum(bytes, count)
        try limits.check(.outputBytes, total, at: location)
        bytes = total
    }

    /// Returns the product, or the largest number on overflow.
    package static func product(_ first: Int, _ second: Int) -> Int {
        let (product, overflow) = first.multipliedReportingOverflow(by: second)
        return overflow ? .max : product
    }

    private static func sum(_ first: Int, _ second: Int) -> Int {
        let (sum, overflow) = first.addingReportingOverflow(second)
        return overflow ? .max : sum
    }
}
