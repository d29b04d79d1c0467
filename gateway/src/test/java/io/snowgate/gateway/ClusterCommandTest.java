package io.snowgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterCommandTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            add d=10.0.0.4:7001       | PUT    | members/d?peer=10.0.0.4:7001
            add d=[::1]:7001          | PUT    | members/d?peer=%5B::1%5D:7001
            remove a                  | DELETE | members/a
            transfer b                | PUT    | groups/0/leader?id=b
            transfer b 2              | PUT    | groups/2/leader?id=b
            reset orders 1000         | PUT    | sequences/orders?next=1000
            """)
    void asksTheManagementPort(String operands, String method, String path) throws Exception {
        assertThat(ClusterCommand.read(List.of(operands.split(" "))))
                .isInstanceOfSatisfying(ClusterCommand.Change.class, change -> {
                    assertThat(change.method()).isEqualTo(method);
                    assertThat(change.path()).isEqualTo(path);
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                        | cluster needs a command: one of status, add, remove, transfer, reset and init
            destroy                   | unknown command cluster destroy: one of status, add, remove, transfer, reset and init
            status now                | status takes no operands: now
            add                       | add needs one member, ID=HOST:PORT
            add d                     | a member must be id=host:port: d
            add D=h:1                 | a member id must be 1..32 of a-z, 0-9 and '-': D
            add d=h                   | the address of member d must be host:port: h
            remove                    | remove needs the id of one member
            remove a/b                | a member id must be 1..32 of a-z, 0-9 and '-': a/b
            transfer b x              | the group must be a number, as in the status: x
            reset orders              | reset needs the name of a sequence and its next value
            reset or/ders 7           | the name must be 1..128 of A-Z, a-z, 0-9, '.', '_' and '-': or/ders
            reset orders -7           | the next value must be 1..999999999999999999: -7
            init dir                  | init needs a directory and at least one ID=HOST
            init dir a                | a member must be ID=HOST: a
            init dir ca=h             | a member may not be called as the authority is: ca
            init dir a=h,dns:evil     | the host of a must be a name or an address: h,dns:evil
            init dir a=h a=i          | a member may be given once: a
            """)
    void refusesWhatCannotBeMeantInOneLine(String operands, String complaint) {
        List<String> given = operands.isEmpty() ? List.of() : List.of(operands.split(" "));
        assertThatThrownBy(() -> ClusterCommand.read(given))
                .isInstanceOf(ConfigFailure.class)
                .hasMessage(complaint);
    }

    @Test
    void takesTheHostsOfMembersWithTheirPortsOrWithout() throws Exception {
        assertThat(ClusterCommand.read(List.of("init", "dir", "a=10.0.0.1:7001", "b=b.example", "c=fd00::7")))
                .isInstanceOfSatisfying(
                        ClusterCommand.Init.class,
                        init -> assertThat(init.hosts())
                                .isEqualTo(Map.of("a", "10.0.0.1", "b", "b.example", "c", "fd00::7")));
    }
}
