/// A set of characters: ranges and general categories, or all others.
struct IRegexpClass: Sendable {
    /// The ranges, sorted and without overlaps after ``normalize()``.
    private var ranges: [ClosedRange<UInt32>] = []
    /// A bit for each general category.
    private var categories: UInt32 = 0
    var isNegated = false

    init() {}

    /// All characters except line feed and carriage return. Source: RFC 9485 §5.
    static var anyButLineEnds: IRegexpClass {
        var any = IRegexpClass()
        any.insert("\n", through: "\n")
        any.insert("\r", through: "\r")
        any.normalize()
        any.isNegated = true
        return any
    }

    mutating func insert(_ first: Unicode.Scalar, through last: Unicode.Scalar) {
        ranges.append(first.value...last.value)
    }

    /// Inserts the characters of a class, such as those of `\p{Lu}` in brackets. The class has no ranges.
    mutating func insertCategories(of other: IRegexpClass) {
        categories |= other.isNegated ? ~other.categories : other.categories
    }

    /// Sorts the ranges and joins those that overlap.
    mutating func normalize() {
        var joined: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        ranges = joined
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < scalar.value { low = middle + 1 } else { high = middle }
        }
        if low < ranges.count, ranges[low].lowerBound <= scalar.value { return !isNegated }
        guard categories != 0 else { return isNegated }
        return (categories & Self.bit(of: scalar.properties.generalCategory) != 0) != isNegated
    }
}

// MARK: - Categories

extension IRegexpClass {
    /// Creates the class of a category such as `Lu`, or of a group such as `L`; nil if there is none.
    ///
    /// Source: RFC 9485 §3, Unicode Standard §4.5.
    init?(category name: String) {
        let bytes = Array(name.utf8)
        guard bytes.count == 1 || bytes.count == 2 else { return nil }
        for (index, known) in Self.names.enumerated() {
            if bytes == Array(known.utf8) || bytes == [known.utf8.first ?? 0] { categories |= 1 << UInt32(index) }
        }
        if categories == 0 { return nil }
    }

    /// The names of the categories, in the order of their bits. Surrogates are not characters.
    private static let names = [
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po",
        "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co", "Cn",
    ]

    private static func bit(of category: Unicode.GeneralCategory) -> UInt32 {
        let index: UInt32 =
            switch category {
            case .uppercaseLetter: 0
            case .lowercaseLetter: 1
            case .titlecaseLetter: 2
            case .modifierLetter: 3
            case .otherLetter: 4
            case .nonspacingMark: 5
            case .spacingMark: 6
            case .enclosingMark: 7
            case .decimalNumber: 8
            case .letterNumber: 9
            case .otherNumber: 10
            case .connectorPunctuation: 11
            case .dashPunctuation: 12
            case .openPunctuation: 13
            case .closePunctuation: 14
            case .initialPunctuation: 15
            case .finalPunctuation: 16
            case .otherPunctuation: 17
            case .mathSymbol: 18
            case .currencySymbol: 19
            case .modifierSymbol: 20
            case .otherSymbol: 21
            case .spaceSeparator: 22
            case .lineSeparator: 23
            case .paragraphSeparator: 24
            case .control: 25
            case .format: 26
            case .privateUse: 27
            case .unassigned: 28
            case .surrogate: 31
            @unknown default: 31
            }
        return 1 << index
    }
}
