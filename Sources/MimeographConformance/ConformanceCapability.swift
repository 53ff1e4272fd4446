public import Mimeograph
public import MimeographText

/// A declaration of a serializer's author: an ability beyond reading, or a law that does not apply, with the reason.
///
/// A law that needs a missing declaration fails and names the declaration. No law is skipped silently.
public struct ConformanceCapability<Value: Sendable>: Sendable {
    let declare: @Sendable (inout SerializerUnderTest) -> Void
}

extension ConformanceCapability {
    /// Compares values by a key. This is needed if the values are not `Equatable`.
    public static func comparing<Key: Equatable & SendableMetatype>(_ key: @escaping @Sendable (Value) -> Key) -> Self {
        ConformanceCapability { underTest in
            underTest.areEqual = { one, other in
                guard let one = one as? Value, let other = other as? Value else { return false }
                return key(one) == key(other)
            }
        }
    }

    /// The writer of the values.
    public static func writer(_ writer: some RequestSerialization<Value>) -> Self {
        ConformanceCapability { $0.use(writer: writer) }
    }

    /// The reader of the values, for a suite about a writer.
    public static func reader(_ reader: some ResponseSerialization<Value>) -> Self {
        ConformanceCapability { $0.use(reader: reader) }
    }

    /// An independent reader of the same format.
    ///
    /// - Parameters:
    ///   - checksMutations: Whether the oracle also judges randomly changed bodies. It must then read whatever the serializer
    ///     reads, as the same value.
    ///   - read: Returns the value, or nil if the oracle refuses the bytes.
    public static func oracle(
        checkingMutations checksMutations: Bool = false,
        _ read: @escaping @Sendable ([UInt8]) -> Value?
    ) -> Self {
        ConformanceCapability {
            $0.oracle = { read($0) }
            $0.oracleChecksMutations = checksMutations
        }
    }

    /// Samples of a type that is marked with `SynthesizedCodable`, to check that its marker is right. Use it once for each type.
    ///
    /// ```swift
    /// .marked([User(id: 1, name: "Ada", email: nil), User(id: 2, name: "", email: "a@example.com")])
    /// ```
    /// Give samples in which each optional is nil once, and each value differs from its default.
    public static func marked<Sample: SynthesizedCodable & Sendable>(_ samples: [Sample]) -> Self {
        ConformanceCapability { $0.marked += samples.map { MarkedSample($0) } }
    }

    /// A limit that the serializer enforces.
    ///
    /// - Parameters:
    ///   - limit: The limit.
    ///   - figure: The value of the limit in the check, in the limit's unit.
    ///   - type: The media type of the body, or nil for the first that the suite accepts.
    ///   - body: Makes a valid body that uses exactly that much, in the limit's unit.
    public static func limit(
        _ limit: DecodingLimits.Limit,
        at figure: Int = 8,
        type: MediaType? = nil,
        body: @escaping @Sendable (Int) -> [UInt8]
    ) -> Self {
        ConformanceCapability {
            $0.limitedBodies[limit] = SerializerUnderTest.LimitedBody(figure: figure, type: type, make: body)
        }
    }

    /// Large bodies, for a format in which no byte can be inserted.
    ///
    /// - Parameter fixture: Makes a fixture that must be read, with a body of about that many bytes: from 3,200 to 70,000.
    public static func large(_ fixture: @escaping @Sendable (Int) -> ConformanceFixture<Value>) -> Self {
        ConformanceCapability { $0.large = { fixture($0).fixture } }
    }

    /// A text that the serializer reads in several encodings.
    ///
    /// - Parameters:
    ///   - sample: The text. It has a letter beyond ASCII that windows-1252 also has, so that a wrong encoding changes the value.
    ///   - value: The value of the text.
    ///   - encodings: The encodings that the serializer reads. In any other encoding, the text is refused or still read
    ///     correctly.
    ///   - allowsMarks: Whether a byte order mark may precede the text.
    public static func text(
        _ sample: String,
        as value: Value,
        in encodings: [TextEncoding] = [.utf8],
        allowsMarks: Bool = true
    ) -> Self {
        ConformanceCapability {
            $0.text = SerializerUnderTest.TextSample(
                text: sample,
                expectation: .value(value),
                encodings: encodings,
                allowsMarks: allowsMarks
            )
        }
    }

    /// A text that the serializer reads in several encodings, for values that cannot be written as literals.
    ///
    /// - Parameters:
    ///   - sample: The text. It has a letter beyond ASCII that windows-1252 also has, so that a wrong encoding changes the value.
    ///   - encodings: The encodings that the serializer reads. In any other encoding, the text is refused or still read
    ///     correctly.
    ///   - isRight: Whether the value is correct.
    public static func text(
        _ sample: String,
        in encodings: [TextEncoding] = [.utf8],
        where isRight: @escaping @Sendable (Value) -> Bool
    ) -> Self {
        ConformanceCapability {
            $0.text = SerializerUnderTest.TextSample(
                text: sample,
                expectation: .satisfying { ($0 as? Value).map(isRight) ?? false },
                encodings: encodings,
                allowsMarks: true
            )
        }
    }

    /// An empty body is read as this value.
    public static func emptyBody(is value: Value) -> Self {
        ConformanceCapability { $0.emptyBody = .value(value) }
    }

    /// An empty body is refused.
    public static var emptyBodyIsRefused: Self { ConformanceCapability { $0.emptyBody = .refused(nil) } }

    /// Values that the writer must refuse.
    public static func unwritable(_ values: Value...) -> Self {
        ConformanceCapability { $0.unwritable = values }
    }

    /// A truncated body may look like a whole one, for this reason.
    public static func truncationIsInvisible(_ reason: String) -> Self {
        ConformanceCapability { $0.truncationIsInvisible = reason }
    }

    /// Locations in errors do not refer to the bytes of the body, for this reason. They may lie beyond its end.
    public static func locationsAreElsewhere(_ reason: String) -> Self {
        ConformanceCapability { $0.locationsAreElsewhere = reason }
    }

    /// A value that is written and read back differs from the original, for this reason. Values read from mutated bodies
    /// are then not written.
    public static func writingLosesDetail(_ reason: String) -> Self {
        ConformanceCapability { $0.writingLosesDetail = reason }
    }

    /// A plugin to install instead of the serializer alone, for the law about registries.
    public static func plugin(_ plugin: some SerializerPlugin) -> Self {
        ConformanceCapability { $0.plugin = plugin }
    }

    /// Pieces of text with a meaning in the format. Mutations insert them at random positions.
    public static func vocabulary(_ pieces: [String]) -> Self {
        ConformanceCapability { $0.vocabulary += pieces.map { Array($0.utf8) } }
    }

    /// Laws that do not apply, and the reason, which every report shows.
    ///
    /// A law that applies to all serializers is not skipped: its check fails and asks to remove the declaration.
    public static func notApplicable(_ laws: ConformanceLaw..., because reason: String) -> Self {
        ConformanceCapability { underTest in
            for law in laws { underTest.skipped[law] = reason }
        }
    }
}
