// SPDX-License-Identifier: Apache-2.0
// A third-party ZVC encoder: 64-bit streams, one word per cycle, a state machine. Lines of sixteen
// beats come in; memory entries go out, four beats for each sector, and one beat for a line of
// zeros. BUG = 1 inserts a bug.
`default_nettype none

module acme_squeeze #(
    parameter integer BUG = 0
) (
    input  wire        aclk,
    input  wire        areset,
    input  wire [63:0] in_tdata,
    input  wire        in_tvalid,
    output wire        in_tready,
    output reg  [63:0] out_tdata,
    output reg  [2:0]  out_tuser,   // sectors in the entry
    output reg         out_tlast,
    output reg         out_tvalid,
    input  wire        out_tready
);
  localparam [2:0] LOAD = 3'd0, HEAD = 3'd1, RAW = 3'd2, PACK = 3'd3, PAD = 3'd4;

  reg [2:0]    state;
  reg [1023:0] line;
  reg [31:0]   mask;
  reg [4:0]    at;        // beat in LOAD and RAW, word in PACK
  reg [5:0]    live;      // number of non-zero words
  reg [31:0]   lower;     // the lower half of a beat, until the upper half is known
  reg          half;
  reg [3:0]    sent;      // beats of the entry already sent

  wire        stall = out_tvalid & ~out_tready;
  wire [31:0] word = line[{at, 5'd0} +: 32];
  wire [5:0]  bytes4 = live + 6'd1;
  wire [2:0]  sectors = (live == 6'd0) ? 3'd0 : (live > 6'd23) ? 3'd4 : (bytes4 <= 6'd8) ? 3'd1
                      : (bytes4 <= 6'd16) ? 3'd2 : 3'd3;
  wire [3:0]  ends = {sectors[1:0], 2'b11} - 4'd4;
  // A word that does not complete a beat need not wait. BUG: the last word never waits, and is
  // lost.
  wire        hold = stall && half && mask[at] && !(BUG == 1 && at == 5'd31);

  assign in_tready = (state == LOAD);

  always @(posedge aclk) begin
    if (out_tvalid && out_tready) out_tvalid <= 1'b0;
    case (state)
      LOAD: if (in_tvalid) begin
        line <= {in_tdata, line[1023:64]};
        mask <= {|in_tdata[63:32], |in_tdata[31:0], mask[31:2]};
        live <= live + {5'd0, |in_tdata[63:32]} + {5'd0, |in_tdata[31:0]};
        at <= at + 5'd1;
        if (at == 5'd15) state <= HEAD;
      end
      HEAD: if (!stall) begin
        at <= 5'd0;
        sent <= 4'd0;
        lower <= mask;
        half <= 1'b1;
        out_tuser <= sectors;
        out_tdata <= 64'd0;
        out_tlast <= (live == 6'd0);
        out_tvalid <= (live == 6'd0);
        state <= (live == 6'd0) ? LOAD : (live > 6'd23) ? RAW : PACK;
      end
      RAW: if (!stall) begin
        out_tdata <= line[{at[3:0], 6'd0} +: 64];
        out_tlast <= (at == 5'd15);
        out_tvalid <= 1'b1;
        at <= at + 5'd1;
        if (at == 5'd15) begin
          at <= 5'd0;
          live <= 6'd0;
          state <= LOAD;
        end
      end
      PACK: if (!hold) begin
        at <= at + 5'd1;
        if (mask[at] && !half) begin
          lower <= word;
          half <= 1'b1;
        end else if (mask[at] && !stall) begin
          out_tdata <= {word, lower};
          out_tlast <= (sent == ends);
          out_tvalid <= 1'b1;
          sent <= sent + 4'd1;
          half <= 1'b0;
        end
        if (at == 5'd31) state <= PAD;
      end
      default: if (!stall) begin  // PAD
        if (!half && out_tlast) begin
          live <= 6'd0;
          state <= LOAD;
        end else begin
          out_tdata <= half ? {32'd0, lower} : 64'd0;
          out_tlast <= (sent == ends);
          out_tvalid <= 1'b1;
          sent <= sent + 4'd1;
          half <= 1'b0;
        end
      end
    endcase
    if (areset) begin
      state <= LOAD;
      at <= 5'd0;
      live <= 6'd0;
      out_tvalid <= 1'b0;
      out_tlast <= 1'b0;
    end
  end
endmodule

`default_nettype wire
