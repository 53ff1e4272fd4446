public import Mimeograph
public import MimeographText

/// What a serializer's author declares: what it can do beyond reading, and which laws do not apply to it and why.
///
/// A law that needs something which is not declared fails, and says what to declare. No law is skipped in silence.
public struct ConformanceCapability<Value: Sendable>: Sendable {
    let declare: @Sendable (inout SerializerUnderTest) -> Void
}

extension ConformanceCapability {
    /// Two values are the same when this key of both is; needed where values are not `Equatable`.
    public static func comparing<Key: Equatable & SendableMetatype>(_ key: @escaping @Sendable (Value) -> Key) -> Self {
        ConformanceCapability { underTest in
            underTest.areEqual = { one, other in
                guard let one = one as? Value, let other = other as? Value else { return false }
                return key(one) == key(other)
            }
        }
    }

    /// What writes such values.
    public static func writer(_ writer: some RequestSerialization<Value>) -> Self {
        ConformanceCapability { $0.use(writer: writer) }
    }

    /// What reads such values, for a suite about a writer.
    public static func reader(_ reader: some ResponseSerialization<Value>) -> Self {
        ConformanceCapability { $0.use(reader: reader) }
    }

    /// Another reader of the same format, made by others.
    ///
    /// - Parameters:
    ///   - checksMutations: Whether it also has the last word on bodies that were changed at random: what is read must
    ///     then be read by it, too, and as the same.
    ///   - read: Gives the value, or nil where it refuses the bytes.
    public static func oracle(
        checkingMutations checksMutations: Bool = false,
        _ read: @escaping @Sendable ([UInt8]) -> Value?
    ) -> Self {
        ConformanceCapability {
            $0.oracle = { read($0) }
            $0.oracleChecksMutations = checksMutations
        }
    }

    /// A limit that it keeps.
    ///
    /// - Parameters:
    ///   - limit: Which.
    ///   - figure: What the limits allow in the check, in the limit's unit.
    ///   - type: The media type of the body; nil stands for the first that the suite accepts.
    ///   - body: Makes a good body that costs exactly so much, in the limit's unit.
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

    /// Large bodies, for a format in which no byte can be inserted between others.
    ///
    /// - Parameter fixture: Makes a fixture that must be read, and whose body has about that many bytes: from 3,200 to 70,000.
    public static func large(_ fixture: @escaping @Sendable (Int) -> ConformanceFixture<Value>) -> Self {
        ConformanceCapability { $0.large = { fixture($0).fixture } }
    }

    /// A text that it reads in several encodings.
    ///
    /// - Parameters:
    ///   - sample: The text. It has a letter beyond ASCII that windows-1252 has too, so that a misreading shows.
    ///   - value: What it must be read as.
    ///   - encodings: Those that it reads; a body in another one is refused or still read rightly.
    ///   - allowsMarks: Whether a byte order mark may stand before the text.
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

    /// A text that it reads in several encodings, for values that cannot be made by hand.
    ///
    /// - Parameters:
    ///   - sample: The text. It has a letter beyond ASCII that windows-1252 has too, so that a misreading shows.
    ///   - encodings: Those that it reads; a body in another one is refused or still read rightly.
    ///   - isRight: Whether it was read rightly.
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

    /// An empty body is this value.
    public static func emptyBody(is value: Value) -> Self {
        ConformanceCapability { $0.emptyBody = .value(value) }
    }

    /// An empty body is refused.
    public static var emptyBodyIsRefused: Self { ConformanceCapability { $0.emptyBody = .refused(nil) } }

    /// Values that it must refuse to write.
    public static func unwritable(_ values: Value...) -> Self {
        ConformanceCapability { $0.unwritable = values }
    }

    /// A body that was cut short cannot be told from a whole one, for this reason.
    public static func truncationIsInvisible(_ reason: String) -> Self {
        ConformanceCapability { $0.truncationIsInvisible = reason }
    }

    /// The locations of errors are not those of the body's own bytes, for this reason; they may lie behind its end.
    public static func locationsAreElsewhere(_ reason: String) -> Self {
        ConformanceCapability { $0.locationsAreElsewhere = reason }
    }

    /// What a value becomes that was written is not the same value, for this reason; mutations are not written then.
    public static func writingLosesDetail(_ reason: String) -> Self {
        ConformanceCapability { $0.writingLosesDetail = reason }
    }

    /// Registered instead of the serializer alone where the law is about a registry.
    public static func plugin(_ plugin: some SerializerPlugin) -> Self {
        ConformanceCapability { $0.plugin = plugin }
    }

    /// Pieces that mean something in the format; mutations put them where they do not belong.
    public static func vocabulary(_ pieces: [String]) -> Self {
        ConformanceCapability { $0.vocabulary += pieces.map { Array($0.utf8) } }
    }

    /// A law that does not apply, and why. The reason is part of every report.
    ///
    /// Laws that apply to everything that is a serializer are checked all the same, and the check says so.
    public static func notApplicable(_ laws: ConformanceLaw..., because reason: String) -> Self {
        ConformanceCapability { underTest in
            for law in laws { underTest.skipped[law] = reason }
        }
    }
}
