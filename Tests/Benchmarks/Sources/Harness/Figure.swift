/// Formats numbers for display.
public enum Figure {
    /// Three significant digits, or all digits before the point: `0.412`, `27.3`, `1840`.
    public static func short(_ number: Double) -> String {
        guard number.isFinite else { return "-" }
        var scale = 1.0
        while abs(number) * scale < 100 && scale < 1000 { scale *= 10 }
        let rounded = (number * scale).rounded() / scale
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }

    /// The same, or a dash if the number is nil.
    public static func optional(_ number: Double?) -> String { number.map { short($0) } ?? "-" }
}
