package main

import (
	"context"
	"fmt"
	"os"

	client "example.test/u/c"
)

func check(err error) {
	if err != nil {
		if api, ok := err.(*client.GenericOpenAPIError); ok { fmt.Println(string(api.Body())) }
		panic(err)
	}
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Args[1]}}
	api := client.NewAPIClient(configuration)
	ctx := context.Background()
	template := client.NewSandboxTemplate()
	template.SetName("go-client")
	template.SetScenario("empty")
	sandbox, _, err := api.SandboxesAPI.CreateSandbox(ctx).SandboxTemplate(*template).Execute()
	check(err)
	var large int64 = 9007199254740993
	order := client.NewScenarioOrder()
	order.SetId(client.ScenarioId{Int64: &large})
	added, _, err := api.OrdersAPI.AddOrder(ctx, sandbox.Name).ScenarioOrder(*order).Execute()
	check(err)
	shipped, _, err := api.OrdersAPI.ShipOrder(ctx, sandbox.Name, fmt.Sprint(added.Id)).Execute()
	check(err)
	listed, _, err := api.OrdersAPI.ReadOrders(ctx, sandbox.Name).Execute()
	check(err)
	undone, _, err := api.SandboxesAPI.UndoChange(ctx, sandbox.Name).Execute()
	check(err)
	fault := client.NewScenarioFault("status")
	fault.SetStatus(503)
	faults, _, err := api.RulesAPI.ReplaceFaults(ctx, sandbox.Name).ScenarioFault([]client.ScenarioFault{*fault}).Execute()
	check(err)
	change := client.NewClockChange()
	change.SetFrozen(true)
	change.SetNow("2027-07-01T09:00:00Z")
	clock, _, err := api.RulesAPI.ChangeClock(ctx, sandbox.Name).ClockChange(*change).Execute()
	check(err)
	_, response, err := api.SandboxesAPI.ReadSandbox(ctx, "nowhere").Execute()
	fmt.Println(added.Id, shipped.Status, len(listed), listed[0].Id, undone.Change, faults[0].GetStatus(), clock.Frozen, response.StatusCode)
}
