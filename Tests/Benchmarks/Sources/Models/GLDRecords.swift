import Foundation

/// The records of GLD.SerializerBenchmark, a benchmark of serializers for .NET and Python.
///
/// `ObjectGraph` is missing, because its objects refer to each other in a circle.
///
/// Source: leo-gan/GLD.SerializerBenchmark, python/src/benchmark/data/models.py.
package enum GLD {
    package enum Gender: Int, ModelCodable, Sendable { case male, female }

    package struct Passport: ModelCodable, Equatable, Sendable {
        let number: String
        let authority: String
        let expirationDate: Date
    }

    package struct PoliceRecord: ModelCodable, Equatable, Sendable {
        let id: Int
        let crimeCode: String
    }

    package struct Person: ModelCodable, Equatable, Sendable {
        let firstName: String
        let lastName: String
        let age: Int
        let gender: Gender
        let passport: Passport?
        let policeRecords: [PoliceRecord]
    }

    package struct SimpleObject: ModelCodable, Equatable, Sendable {
        let id: Int
        let name: String
        let timestamp: Date
        let isActive: Bool
    }

    package struct StringArray: ModelCodable, Equatable, Sendable { let items: [String] }

    package struct Telemetry: ModelCodable, Equatable, Sendable {
        let id: String
        let dataSource: String
        let timeStamp: Date
        let param1: Int32
        let param2: UInt32
        let measurements: [Double]
        let associatedProblemID: Int
        let associatedLogID: Int
        let wasProcessed: Bool
    }

    package struct ServiceLine: ModelCodable, Equatable, Sendable {
        let serviceCode: String
        let chargeAmount: Double
        let adjudicatedAmount: Double
    }

    package struct Claim: ModelCodable, Equatable, Sendable {
        let claimId: String
        let patientName: String
        let totalCharge: Double
        let paymentAmount: Double
        let lines: [ServiceLine]
    }

    package struct EDI835: ModelCodable, Equatable, Sendable {
        let payerName: String
        let payeeName: String
        let paymentDate: Date
        let totalActualAmount: Double
        let transactionControlNumber: String
        let claims: [Claim]
    }
}
