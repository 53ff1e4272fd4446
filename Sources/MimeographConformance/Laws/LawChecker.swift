/// A checker of one law or of several related laws.
protocol LawChecker: Sendable {
    /// Returns the reason why the law does not apply, or nil if it applies.
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String?

    /// Returns the cases to try. There may be many, so they are made while they are tried.
    ///
    /// - Throws: A violation that names a missing declaration.
    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    >

    /// Tries one case.
    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation)

    /// Whether a case waits for other tasks, so that its duration has no meaning.
    var waits: Bool { get }

    /// Returns a note for the report, besides the number of cases.
    func remark(on law: ConformanceLaw, _ underTest: SerializerUnderTest) -> String?
}

extension LawChecker {
    var waits: Bool { false }

    func remark(on law: ConformanceLaw, _ underTest: SerializerUnderTest) -> String? { nil }
}

extension ConformanceLaw {
    /// The checker of the law.
    var checker: any LawChecker {
        switch self {
        case .outcomes: OutcomesLaw()
        case .repeatable: RepeatableLaw()
        case .roundTrip: RoundTripLaw()
        case .markedTypes: MarkedTypesLaw()
        case .oracle: OracleLaw()
        case .chunking: ChunkingLaw()
        case .largeBodies: LargeBodiesLaw()
        case .heads: HeadsLaw()
        case .prefixes: PrefixesLaw()
        case .mutations: MutationsLaw()
        case .errors: ErrorsLaw()
        case .inputBytes, .outputBytes, .expansionRatio, .depth, .elements, .pixels: LimitsLaw()
        case .declaredTypes: DeclaredTypesLaw()
        case .undeclaredTypes: UndeclaredTypesLaw()
        case .declining: DecliningLaw()
        case .failedWrite: FailedWriteLaw()
        case .charsets: CharsetsLaw()
        case .emptyBody: EmptyBodyLaw()
        case .concurrency: ConcurrencyLaw()
        case .cancellation: CancellationLaw()
        case .monotonicity: MonotonicityLaw()
        }
    }
}

extension SerializerUnderTest {
    /// Returns a case for the unchanged body of each fixture.
    func casesOfBodies(_ law: ConformanceLaw) -> AnySequence<ConformanceCase> {
        AnySequence(bodies.map { ConformanceCase(law: law, fixture: $0.name, bytes: $0.bytes) })
    }

    /// The reason why a law about reading does not apply, or nil if the serializer reads.
    var whyNotRead: String? { kind == .writer ? "it only writes" : nil }
}
