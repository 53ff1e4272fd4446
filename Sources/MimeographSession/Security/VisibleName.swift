/// A name out of a certificate, as it may be shown: whoever made the certificate chose it.
enum VisibleName {
    /// The text with what a terminal would act on as escapes, and cut after 1,000 characters.
    static func text(_ name: String) -> String {
        var shown = ""
        for scalar in name.unicodeScalars.prefix(1000) {
            if isHidden(scalar) {
                shown += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return name.unicodeScalars.count > 1000 ? shown + "…" : shown
    }

    /// Controls, and marks that turn the direction of writing or separate lines.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
